import type { StoredTemplate } from '../store/figures';
import type { Store } from '../store/store';
import type { Registers } from './register';
import { isNewer } from './register';
import type { Template } from './template';
import { templateAt } from './template';

/** A template of an account, as far as the store knows it. */
export interface AccountTemplate extends Template {
	/** The number through which it was learned, if its account isn't known. */
	account: string;
	name: string;
	language: string;
}

/** Of each register, the newer one. */
function newest(some: Registers, others: Registers): Registers {
	const newer = Object.entries(others).filter(([name, register]) => {
		const known = some[name];
		return !known || isNewer(register, known);
	});
	return { ...some, ...Object.fromEntries(newer) };
}

/** What was learned with an account and without it, together. */
function together(some: StoredTemplate, other: StoredTemplate): StoredTemplate {
	return {
		...some,
		registers: newest(some.registers, other.registers),
		history: [...some.history, ...other.history],
	};
}

/**
 * The templates that the store has heard of, with their states at `now`, by account, name, and language. What was learned
 * through a number counts for its account once that is known.
 * @param now epoch ms of the gateway's clock
 */
export async function storedTemplates(store: Store, now: number): Promise<AccountTemplate[]> {
	const accounts = (await store.readScopes('account')).map(
		({ scope, register }) => [scope, register.value as string] as const,
	);
	const accountOf = new Map(accounts);
	const templates = new Map<string, StoredTemplate>();
	for (const template of await store.templates()) {
		const { scope, name, language } = template;
		const account = accountOf.get(scope) ?? scope;
		const key = JSON.stringify([account, name, language]);
		const known = templates.get(key);
		templates.set(key, known ? together(known, template) : { ...template, scope: account });
	}
	return [...templates]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([, { scope, name, language, history, registers }]) => ({
			...templateAt(now, history, registers),
			account: scope,
			name,
			language,
		}));
}
