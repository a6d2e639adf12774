import type { Engine } from '../../engine';
import { findPolicy, readsOfPolicy, shippedPolicy } from '../../engine';
import type { PolicyVersion } from './plan/frozen-message';

/** An engine that asks one version of a policy. */
export interface PolicyEngine {
	engine: Engine;
	/** Whether its rules count new customers: then each decision has to know the last one. */
	countsCustomers: boolean;
}

/** The newest version of a policy. @throws Error that names the existing policies */
export async function newestPolicy(engine: Engine, name = 'strict'): Promise<PolicyVersion> {
	const { version } = await findPolicy(engine.store, name);
	return { name, version };
}

/** Engines by the policy that they ask. A version never changes, so each engine is made once. */
export function openPolicyEngines(engine: Engine) {
	const made = new Map<string, Promise<PolicyEngine>>();

	async function make({ name, version }: PolicyVersion): Promise<PolicyEngine> {
		const policy =
			shippedPolicy(name, version) ?? (await engine.store.policies.find(name, version))?.document;
		if (!policy) throw new Error(`Version ${version} of the policy "${name}" isn't in the store.`);
		const countsCustomers = readsOfPolicy(policy)(0).newCustomersSince !== undefined;
		return { engine: engine.withPolicy(policy), countsCustomers };
	}

	return (policy: PolicyVersion): Promise<PolicyEngine> => {
		const key = JSON.stringify([policy.name, policy.version]);
		const known = made.get(key) ?? make(policy);
		made.set(key, known);
		known.catch(() => made.delete(key));
		return known;
	};
}
