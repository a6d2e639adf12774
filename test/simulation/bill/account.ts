import { DAY, SECOND, systemRuntime } from '../../../base';
import type { Store } from '../../../engine';
import { createEngine, savePrices } from '../../../engine';
import type { Bill } from '../../../sandbox';
import { startSandbox } from '../../../sandbox';
import { startOfDay } from '../../../sandbox/billing/calendar';
import type { Random } from '../../support/seeded-random';
import type { standingClock } from '../../support/standing-clock';
import { billedPrices, enteredPrices } from './contract';
import { gather, writeIn } from './crowd';
import { openHearing } from './hearing';
import { readMessages, stretches } from './stretches';
import { openTraffic, TEMPLATES } from './traffic';

/** The accounts take turns: where each is, and what it pays in. */
const PLACES = [
	['Asia/Kolkata', 'INR'],
	['America/New_York', 'USD'],
	['Europe/Berlin', 'EUR'],
	['Pacific/Auckland', 'AUD'],
	['America/Sao_Paulo', 'BRL'],
	['Asia/Kathmandu', 'USD'],
	['UTC', 'GBP'],
] as const;

/** Prices change with it. */
export const NEW_YEAR = '2027-01-01';
/** What is counted is in these days. */
export const DAYS = { firstDay: '2026-10-01', lastDay: '2027-02-28' };
/** By then, what wasn't delivered is expired. Epoch ms */
export const SETTLED = Date.parse(NEW_YEAR) + 45 * DAY;
/** How many service messages are free: as many as the platform has them, and fewer if there are few messages. */
const freeOf = (messages: number) => Math.min(1_000, Math.ceil(messages / 20));

/** What is wrong on purpose in how an account's prices are entered. */
export interface Plant {
	name: string;
	timeZone?: string;
	rows?(rows: Array<Record<string, string>>): void;
}

/** An account whose messages have ended, with what the gateway bills. */
export interface Ended {
	account: string;
	channel: string;
	lines: Bill['lines'];
	total: Bill['total'];
	analytics: unknown;
	/** How many events were told. */
	events: number;
}

interface Scene {
	store: Store;
	clock: ReturnType<typeof standingClock>;
	random: Random;
}

/**
 * Enters what an account's contract says.
 * @param index which account it is, from 0
 */
export async function enterPrices(
	store: Store,
	account: string,
	index: number,
	plant?: Plant,
): Promise<void> {
	const [timeZone, currency] = PLACES[index % PLACES.length]!;
	for (const [side, firstDay] of [
		['before', DAYS.firstDay],
		['after', NEW_YEAR],
	] as const) {
		const rows = enteredPrices(side);
		plant?.rows?.(rows);
		const entered = { account, currency, timeZone: plant?.timeZone ?? timeZone, firstDay, rows };
		await savePrices(store, entered, Date.parse(firstDay));
	}
}

/**
 * Sends the messages of an account around the end of the year, and tells the engine of everything that the gateway says.
 * @param index which account it is, from 0
 */
export async function runAccount(
	{ store, clock, random }: Scene,
	index: number,
	messages: number,
): Promise<Ended> {
	const [timeZone, currency] = PLACES[index % PLACES.length]!;
	const midnight = startOfDay(timeZone, NEW_YEAR);
	const all = stretches(currency);
	const begin = midnight + all[0]!.at;
	const sandbox = await startSandbox({
		runtime: { ...systemRuntime, now: () => begin },
		policy: 'platform',
		timeZone,
		prices: billedPrices(currency, 'before'),
		internationalMarkets: ['IN'],
		freeServiceMessages: freeOf(messages),
		groupPricing: index % 2 === 0 ? 'status' : 'conversation',
		hyphenatedCategories: index % 3 !== 0,
		recipientSpelling: index % 2 === 0 ? 'new' : 'old',
		webhookBatch: 500,
	});
	const { control } = sandbox;
	const hearing = await openHearing(createEngine({ store }), random);
	const crowd = await gather(sandbox, random);
	const traffic = openTraffic(sandbox, random, crowd);
	try {
		await traffic.post('/v1/configs/webhook', { url: hearing.url });
		for (const category of TEMPLATES) await control.addTemplate({ name: category.toLowerCase(), category });
		await enterPrices(store, sandbox.accountId, index);
		const scene = { sandbox, crowd, random, offline: new Set<string>() };
		let told = 0;
		for (const { at, share, settings, faults, read, begin: act } of all) {
			await sandbox.clock.advance(midnight + at - sandbox.clock.now());
			clock.now = sandbox.clock.now();
			if (settings) await control.configure(settings);
			await writeIn(sandbox, crowd);
			await act?.(scene);
			await control.faults(faults ? { ...faults, seed: index + 1 } : {});
			await traffic.send(Math.round((messages * share) / 100));
			const sent = control.sent();
			await readMessages(scene, sent.slice(told), read);
			told = sent.length;
			await control.idle();
			await hearing.hear();
		}
		await hearing.finish();
		const { lines, total } = control.bill();
		const analytics = control.pricingAnalytics({
			start: begin / SECOND,
			end: SETTLED / SECOND,
			granularity: 'DAILY',
		});
		const { accountId: account, phoneNumberId: channel } = sandbox;
		return { account, channel, lines, total, analytics, events: hearing.events() };
	} finally {
		traffic.close();
		await sandbox.close();
		await hearing.close();
	}
}
