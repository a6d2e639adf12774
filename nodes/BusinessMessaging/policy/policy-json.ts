import type { IDataObject } from 'n8n-workflow';
import type { PolicyDocument, StoredPolicy } from '../../../engine';
import { isoTime } from '../../shared/times';

/** A policy as an item: where it comes from, and its document. */
export function policyJson(
	{ name, version, description, ...parts }: PolicyDocument,
	stored?: StoredPolicy,
): IDataObject {
	return {
		name,
		version,
		description: description ?? null,
		shipped: stored === undefined,
		savedAt: isoTime(stored?.savedAt),
		...(parts as unknown as IDataObject),
	};
}
