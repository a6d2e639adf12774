import type { Engine } from '../../engine';
import { findPolicy, shippedPolicy } from '../../engine';
import type { PolicyVersion } from './plan/frozen-message';

/** The newest version of a policy. @throws Error that names the existing policies */
export async function newestPolicy(engine: Engine, name = 'strict'): Promise<PolicyVersion> {
	const { version } = await findPolicy(engine.store, name);
	return { name, version };
}

/** Engines by the policy that they ask. A version never changes, so each engine is made once. */
export function openPolicyEngines(engine: Engine) {
	const made = new Map<string, Promise<Engine>>();

	async function make({ name, version }: PolicyVersion): Promise<Engine> {
		const policy =
			shippedPolicy(name, version) ?? (await engine.store.policies.find(name, version))?.document;
		if (!policy) throw new Error(`Version ${version} of the policy "${name}" isn't in the store.`);
		return engine.withPolicy(policy);
	}

	return (policy: PolicyVersion): Promise<Engine> => {
		const key = JSON.stringify([policy.name, policy.version]);
		const known = made.get(key) ?? make(policy);
		made.set(key, known);
		known.catch(() => made.delete(key));
		return known;
	};
}
