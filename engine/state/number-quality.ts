import type { AccountEvent } from '../events/messaging-event';
import type { Store } from '../store/store';
import { RANK } from './register';
import type { RegisterWrite } from './register';

const QUALITY = 'number-quality';
/** The field in which the platform tells of a number's quality (docs/interface.md, Number and account). */
const FIELD = 'phone_number_quality_update';

/** What an event says of a number's quality. */
export function qualityOfNumber({ channel, field, event, at, id }: AccountEvent): RegisterWrite[] {
	if (channel === undefined || field !== FIELD || event === undefined) return [];
	return [{ scope: channel, subject: '', name: QUALITY, at, rank: RANK.message, id, value: event }];
}

/** What the platform last said of a number's quality, such as `FLAGGED`; `undefined` if it never did. */
export async function readNumberQuality(
	store: Store,
	channel: string,
): Promise<{ event: string; at: number } | undefined> {
	const register = await store.readRegister(channel, '', QUALITY);
	return register && { event: register.value as string, at: register.at };
}
