import type { PolicyDocument, PolicyTest } from '../policies/policy';

/** A version of a named policy. */
export interface StoredPolicy {
	document: PolicyDocument;
	/** Epoch ms */
	savedAt: number;
}

/** Policies by name and version, and what they have to decide. */
export interface PolicyStore {
	/** Keeps a policy as the next version of its name; the document's own version number does not count. */
	save(document: PolicyDocument, savedAt: number): Promise<StoredPolicy>;
	/** The newest version of a policy, or a given one. */
	find(name: string, version?: number): Promise<StoredPolicy | undefined>;
	/** The newest version of every policy, by name. */
	list(): Promise<StoredPolicy[]>;
	/** What a policy has to decide, by the names of the tests. */
	tests(policy: string): Promise<PolicyTest[]>;
	/** Keeps a test of a policy instead of the one of its name. */
	keepTest(policy: string, test: PolicyTest, now: number): Promise<void>;
	/** @returns whether there was one */
	dropTest(policy: string, name: string): Promise<boolean>;
}
