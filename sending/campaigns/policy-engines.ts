import type { Engine, PolicyDocument } from '../../engine';
import { findPolicy, shippedPolicy } from '../../engine';
import type { PolicyVersion } from './plan/frozen-message';

/** The newest version of a policy. @throws Error that names the existing policies */
export async function newestPolicy(engine: Engine, name = 'strict'): Promise<PolicyVersion> {
	const { version } = await findPolicy(engine.store, name);
	return { name, version };
}

/** A version of a policy, as it stays. @throws Error if it isn't in the store */
export async function policyOfVersion(
	{ store }: Pick<Engine, 'store'>,
	{ name, version }: PolicyVersion,
): Promise<PolicyDocument> {
	const policy = shippedPolicy(name, version) ?? (await store.policies.find(name, version))?.document;
	if (!policy) throw new Error(`Version ${version} of the policy "${name}" isn't in the store.`);
	return policy;
}

/** Engines by the policy that they ask. A version never changes, so each engine is made once. */
export function openPolicyEngines(engine: Engine) {
	const made = new Map<string, Promise<Engine>>();

	const make = async (version: PolicyVersion): Promise<Engine> =>
		engine.withPolicy(await policyOfVersion(engine, version));

	return (policy: PolicyVersion): Promise<Engine> => {
		const key = JSON.stringify([policy.name, policy.version]);
		const known = made.get(key) ?? make(policy);
		made.set(key, known);
		known.catch(() => made.delete(key));
		return known;
	};
}
