import type { Store } from '../store/store';
import type { PolicyDocument } from './policy';
import { shippedPolicy, policies } from './shipped-policies';

/**
 * A policy by name: a shipped one (`strict`, `platform`), otherwise one kept in the store.
 * @throws Error that names the policies that exist
 */
export async function findPolicy(store: Store, name: string): Promise<PolicyDocument> {
	const policy = shippedPolicy(name) ?? (await store.policies.find(name))?.document;
	if (policy) return policy;
	const stored = await store.policies.list();
	const names = [...Object.keys(policies), ...stored.map(({ document }) => document.name)];
	throw new Error(`The policy "${name}" doesn't exist. The available policies are: ${names.join(', ')}.`);
}

/**
 * Saves a policy under its name, as the next version, unless the newest one is the same.
 * @throws Error if a shipped policy has the name: those never change
 */
export async function savePolicy(store: Store, policy: PolicyDocument, now: number): Promise<PolicyDocument> {
	if (shippedPolicy(policy.name)) {
		throw new Error(
			`The policy "${policy.name}" comes with the package and can't be changed. Save yours under a different name.`,
		);
	}
	return (await store.policies.save(policy, now)).document;
}
