import { DAY, MINUTE } from '../../base';
import { accountOfNumber, dayIn, readMessagingLimit, readNumberQuality } from '../../engine';
import { CONVERSATION_WINDOW } from '../../platform';
import type { Desk } from '../desk';
import { numbersShown, titleOfNumber } from '../desk';
import type { NumberRecord, OverviewRecord } from '../records';
import { readAttention } from './attention';
import type { Day } from './day';
import { monthOn, spentOn, writeSpent } from './spent';

/** So many open windows of a number are counted. */
const MOST_WINDOWS = 50_000;
const WINDOWS_FOR = 10_000;

async function readNumber(desk: Desk, channel: string, now: number): Promise<NumberRecord> {
	const { store, memo } = desk;
	const account = await accountOfNumber(store, channel);
	const { perSecond, speed, haltedFor } = await store.rates.read(channel);
	const openedAfter = now - CONVERSATION_WINDOW;
	const count = await memo.get(`windows ${channel}`, WINDOWS_FOR, () =>
		store.overview.openWindows({ channel, openedAfter, most: MOST_WINDOWS }),
	);
	const quality = (await readNumberQuality(store, channel))?.event;
	const limit = account === undefined ? undefined : await readMessagingLimit(store, account);
	const today = (timeZone: string) => ({ firstDay: dayIn(timeZone, now), lastDay: dayIn(timeZone, now) });
	const sum = await spentOn(desk, { channel, days: today, now });
	const month = await monthOn(desk, { channel, now });
	return {
		channel,
		number: await titleOfNumber(desk, channel),
		perSecond,
		speed,
		...(haltedFor > 0 && { haltedUntil: now + haltedFor }),
		windows: { count, most: count >= MOST_WINDOWS },
		...(quality !== undefined && { quality }),
		...(limit !== undefined && { limit }),
		...(sum && { spent: writeSpent(sum) }),
		...(month && { month }),
	};
}

/** What happened in the last 24 hours, how each number is, and what needs a person. */
export async function readOverview(desk: Desk, day: Day): Promise<OverviewRecord> {
	const { store, runtime, engine } = desk;
	const numbers = await numbersShown(desk);
	const timeOn = new Map<string, number>();
	for (const channel of numbers) timeOn.set(channel, await engine.now(channel));
	// Clocks of real gateways hardly differ; a sandbox's clock can be days ahead.
	const at = Math.max(...timeOn.values(), 0) || runtime.now();
	const records: NumberRecord[] = [];
	for (const channel of numbers) records.push(await readNumber(desk, channel, timeOn.get(channel)!));
	const { times } = await store.retention.read();
	return {
		at: Math.floor(at / MINUTE) * MINUTE,
		store: desk.storeName,
		keepsDecisions: times.decisions >= DAY,
		day: await day.read(at, Math.round((at - runtime.now()) / MINUTE) * MINUTE),
		numbers: records,
		attention: await readAttention(desk, numbers, timeOn),
	};
}
