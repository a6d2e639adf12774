import { MINUTE } from '../../base';
import type { AccountTemplate } from '../../engine';
import { accountOfNumber, storedTemplates } from '../../engine';
import type { Desk } from '../desk';
import { latestTime, numbersShown } from '../desk';
import type { TemplatesRecord } from '../records';

/** The accounts of the numbers that may be seen, with these numbers. */
async function scopesOf({ store }: Desk, numbers: readonly string[]): Promise<ReadonlySet<string>> {
	const accounts = await Promise.all(numbers.map((channel) => accountOfNumber(store, channel)));
	return new Set([...numbers, ...accounts.filter((account) => account !== undefined)]);
}

/** The platform's word for no reason. */
const NO_REASON = 'NONE';

/** The templates of the numbers that may be seen. @param now epoch ms of the gateway's clock */
export async function templatesShown(
	desk: Desk,
	numbers: readonly string[],
	now: number,
): Promise<AccountTemplate[]> {
	const scopes = desk.only === undefined ? undefined : await scopesOf(desk, numbers);
	const templates = await storedTemplates(desk.store, now);
	return templates
		.filter(({ account }) => scopes === undefined || scopes.has(account))
		.map((template) => ({
			...template,
			...(template.reason === NO_REASON && { reason: undefined }),
		}));
}

/** Each template that the store has heard of, by name. */
export async function readTemplates(desk: Desk): Promise<TemplatesRecord> {
	const at = await latestTime(desk);
	const templates = await templatesShown(desk, await numbersShown(desk), at);
	return { at: Math.floor(at / MINUTE) * MINUTE, templates };
}
