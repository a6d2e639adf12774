import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import type { PolicyDocument, Store } from '../../engine';
import { policies } from '../../engine';
import { connectStore } from './connect';
import { CREDENTIAL } from './credential';
import { shared, storeUrl } from './shared-store';

/** The store that credentials mean that name none, if it's open. */
async function usualStore(): Promise<Store | undefined> {
	try {
		return await shared().stores.get(storeUrl(''));
	} catch {
		return undefined;
	}
}

/**
 * The store of the credential. n8n loads the lists of a new node before it has chosen the credential, and not again then:
 * until one is chosen, it's the store that most credentials mean, if it's open.
 */
export async function storeInForm(context: ILoadOptionsFunctions): Promise<Store | undefined> {
	const isChosen = context.getNode().credentials?.[CREDENTIAL] !== undefined;
	return isChosen ? (await connectStore(context)).store : usualStore();
}

/** What the built-in policies do, in the form's words. */
const IN_WORDS: Readonly<Record<string, string>> = {
	strict:
		'Free text if the customer wrote within the last 24 hours, otherwise an approved template. For most businesses.',
	platform:
		'The same, but a template can also go out while free text is allowed. Only if your provider allows it.',
};

const USUAL: ReadonlySet<string> = new Set(
	policies.strict.rules.flatMap(({ name, enabled }) => (enabled === false ? [] : [name])),
);

/** `strict with quiet-hours, vip`: rules that are those of `strict` and some more; undefined for others. */
export function strictWith(rules: PolicyDocument['rules']): string | undefined {
	const asked = rules.filter(({ enabled }) => enabled !== false).map(({ name }) => name);
	const added = asked.filter((name) => !USUAL.has(name));
	const hasUsual = asked.length - added.length === USUAL.size;
	return hasUsual && added.length > 0 ? `strict with ${added.join(', ')}` : undefined;
}

/** The built-in policies, then the saved ones. */
export async function getPolicies(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const saved = (await (await storeInForm(this))?.policies.list()) ?? [];
	const all: PolicyDocument[] = [...Object.values(policies), ...saved.map(({ document }) => document)];
	return all.map(({ name, description: own, rules }) => {
		const description = IN_WORDS[name] ?? own ?? strictWith(rules);
		return { name, value: name, ...(description !== undefined && { description }) };
	});
}
