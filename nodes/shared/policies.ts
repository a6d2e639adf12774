import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../engine';
import { policies } from '../../engine';
import { connectStore } from './connect';
import { CREDENTIAL } from './credential';

/** The store of the credential; none while no credential is chosen in the node. */
export async function storeIfChosen(context: ILoadOptionsFunctions): Promise<Store | undefined> {
	const isChosen = context.getNode().credentials?.[CREDENTIAL] !== undefined;
	return isChosen ? (await connectStore(context)).store : undefined;
}

/** What the built-in policies do, in the form's words. */
const IN_WORDS: Readonly<Record<string, string>> = {
	strict:
		'Free text if the customer wrote within the last 24 hours, otherwise an approved template. For most businesses.',
	platform:
		'The same, but a template can also go out while free text is allowed. Only if your provider allows it.',
};

/** The built-in policies, then the saved ones, as far as a credential is chosen. */
export async function getPolicies(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const saved = (await (await storeIfChosen(this))?.policies.list()) ?? [];
	const all: PolicyDocument[] = [...Object.values(policies), ...saved.map(({ document }) => document)];
	return all.map(({ name, description: own }) => {
		const description = IN_WORDS[name] ?? own;
		return { name, value: name, ...(description !== undefined && { description }) };
	});
}
