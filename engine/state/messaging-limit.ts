import { customersOfLimit } from '../../platform';
import type { AccountEvent, MessagingEvent } from '../events/messaging-event';
import type { Store } from '../store/store';
import { RANK } from './register';
import type { RegisterWrite } from './register';

/** The register of an account's limit, as the platform writes it. */
export const MESSAGING_LIMIT = 'messaging-limit';

/** The limit of an account's portfolio, as an event tells it. */
export function limitOfAccount({ account, at, id, limit }: AccountEvent): RegisterWrite[] {
	if (account === '' || limit === undefined) return [];
	return [{ scope: account, subject: '', name: MESSAGING_LIMIT, at, rank: RANK.message, id, value: limit }];
}

/** The register of what the platform last said of a number's quality: `FLAGGED`, `UNFLAGGED`. */
export const NUMBER_QUALITY = 'number-quality';

/** What an event says of its number's quality. */
export function qualityOfNumber({ channel, at, id, field, event }: AccountEvent): RegisterWrite[] {
	if (channel === undefined || event === undefined || field !== 'phone_number_quality_update') return [];
	return [{ scope: channel, subject: '', name: NUMBER_QUALITY, at, rank: RANK.message, id, value: event }];
}

/** How a limit changed; `unknown` if one of the two isn't known. */
export type LimitChange = 'raised' | 'lowered' | 'unchanged' | 'unknown';

/** Compares a limit with the one before, both as the platform writes them. */
export function changeOfLimit(limit: string | undefined, previous: string | undefined): LimitChange {
	const [now, before] = [limit, previous].map((one) =>
		one === undefined ? undefined : customersOfLimit(one),
	);
	if (now === undefined || before === undefined) return 'unknown';
	if (now === before) return 'unchanged';
	return now > before ? 'raised' : 'lowered';
}

/**
 * Events, those that tell a limit with the limit before them: the platform names the new one alone
 * (`business_capability_update`), so it is compared with what the account had.
 */
export async function withPreviousLimits(events: MessagingEvent[], store: Store): Promise<MessagingEvent[]> {
	const known = new Map<string, string | undefined>();
	const told: MessagingEvent[] = [];
	for (const event of events) {
		const isOfLimit = event.kind === 'account' && event.limit !== undefined && event.account !== '';
		if (!isOfLimit) {
			told.push(event);
			continue;
		}
		const { account, limit, previousLimit, at } = event;
		if (!known.has(account)) {
			const register = await store.readRegister(account, '', MESSAGING_LIMIT);
			known.set(account, register && register.at <= at ? (register.value as string) : undefined);
		}
		const before = previousLimit ?? known.get(account);
		told.push(before === undefined ? event : { ...event, previousLimit: before });
		known.set(account, limit);
	}
	return told;
}
