import type { Store } from '../store/store';
import type { PolicyDocument } from './policy';
import { policies } from '.';

const SHIPPED: Readonly<Record<string, PolicyDocument>> = policies;

/**
 * A policy by name: a shipped one (`strict`, `platform`), else one kept in the store.
 * @throws Error that names the policies there are
 */
export async function findPolicy(store: Store, name: string): Promise<PolicyDocument> {
	const stored = Object.hasOwn(SHIPPED, name) ? undefined : await store.policies.find(name);
	const policy = Object.hasOwn(SHIPPED, name) ? SHIPPED[name] : stored?.document;
	if (policy) return policy;
	const names = [
		...Object.keys(SHIPPED),
		...(await store.policies.list()).map(({ document }) => document.name),
	];
	throw new Error(`There is no policy "${name}". The policies are: ${names.join(', ')}.`);
}

/**
 * Keeps a policy under its name, as the next version.
 * @throws Error for a name of a shipped policy, which nobody changes
 */
export async function savePolicy(store: Store, policy: PolicyDocument, now: number): Promise<PolicyDocument> {
	if (Object.hasOwn(SHIPPED, policy.name)) {
		throw new Error(
			`The policy "${policy.name}" comes with the package and stays as it is: save yours under another name.`,
		);
	}
	return (await store.policies.save(policy, now)).document;
}
