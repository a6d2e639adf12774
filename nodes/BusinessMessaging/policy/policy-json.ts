import type { IDataObject } from 'n8n-workflow';
import type { PolicyDocument, StoredPolicy } from '../../../engine';

/** A policy as an item: where it comes from, and the document itself. */
export function policyJson(
	{ name, version, description, ...parts }: PolicyDocument,
	stored?: StoredPolicy,
): IDataObject {
	return {
		name,
		version,
		description: description ?? null,
		shipped: stored === undefined,
		savedAt: stored === undefined ? null : new Date(stored.savedAt).toISOString(),
		...(parts as unknown as IDataObject),
	};
}
