import type { Reactions } from '../reactions/compile-reactions';
import { compileReactions } from '../reactions/compile-reactions';
import type { Store } from '../store/store';
import { loggedPolicy } from '../decisions/kept-facts';
import type { LoggedPolicy } from '../store/decisions';
import { capsOfPolicy } from './caps-of-policy';
import type { CompiledPolicy } from './compile-policy';
import { compilePolicy } from './compile-policy';
import { definePolicy } from './lint-policy';
import type { PolicyDocument } from './policy';
import { asksMoney, readsOfPolicy } from './reads-of-policy';

/** How many policies one process keeps ready. */
const MOST = 50;

/** A policy with all that an engine needs of it. */
export interface ReadyPolicy {
	rules: CompiledPolicy;
	reactions: Reactions;
	readsAt: ReturnType<typeof readsOfPolicy>;
	capsOf: ReturnType<typeof capsOfPolicy>;
	money: ReturnType<typeof asksMoney>;
	/** The policy itself, as the log of decisions knows it. */
	logged: LoggedPolicy;
}

/** The policies that were asked for last, by what they say: a saved policy is read anew each time. */
const readyPolicies = () => new Map<string, ReadyPolicy>();

/** @throws Error that names all that is wrong with a policy that can't be compiled */
function compiled(policy: PolicyDocument): ReadyPolicy {
	try {
		return {
			rules: compilePolicy(policy),
			reactions: compileReactions(policy),
			readsAt: readsOfPolicy(policy),
			capsOf: capsOfPolicy(policy),
			money: asksMoney(policy),
			logged: loggedPolicy(policy),
		};
	} catch (error) {
		definePolicy(policy);
		throw error;
	}
}

/** A policy, ready to be asked: compiled when a process first uses it, as engines come and go with n8n's executions. */
export function readyPolicy(store: Store, policy: PolicyDocument): ReadyPolicy {
	const ready = store.session.part(readyPolicies);
	const content = JSON.stringify(policy);
	const found = ready.get(content) ?? compiled(policy);
	ready.delete(content);
	if (ready.size >= MOST) ready.delete(ready.keys().next().value!);
	ready.set(content, found);
	return found;
}
