import { DatabaseSync } from 'node:sqlite';
import type { Engine } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { INTENT, NOW, OFFER } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import {
	CHANNEL,
	customerMessage,
	CUSTOMER,
	DAY,
	HOUR,
	MINUTE,
	preference,
	SECOND,
	templateStatus,
} from '../support/wire';

/** The latest date that an event may have while the clock is right. */
const LATEST = NOW + 5 * MINUTE;

describe.each(DATABASES)('%s: while the local clock is late', (database, placeOf) => {
	let place: StorePlace;
	let engine: Engine;
	let now: number;
	beforeEach(async () => {
		place = placeOf();
		now = NOW;
		engine = createEngine({ store: await place.open(), now: () => now });
	});
	afterEach(() => place.remove());

	const receive = (body: unknown) => engine.ingest(parseWebhook(body, now));
	const chooses = (value: 'stop' | 'resume', at: number) => receive(preference({ at, value }));
	const optedOut = async () =>
		(await engine.conversation({ channel: CHANNEL, to: CUSTOMER })).optedOut.size > 0;

	it('an opt-out beats an older opt-in that is delivered once the clock is right', async () => {
		await chooses('stop', NOW + 2 * HOUR);
		now = NOW + 2 * HOUR;
		await chooses('resume', NOW + HOUR);
		expect(await optedOut()).toBe(true);
		await chooses('resume', NOW + 2 * HOUR + SECOND);
		expect(await optedOut()).toBe(false);
	});

	it.each([
		['in the order of their times', ['stop', 'resume'], false],
		['in the other order', ['resume', 'stop'], false],
	] as const)('of two that come %s, the later one counts', async (_, values, isOut) => {
		const times = { stop: NOW + HOUR, resume: NOW + 2 * HOUR };
		for (const value of values) await chooses(value, times[value]);
		expect(await optedOut()).toBe(isOut);
	});

	it.each([
		['up to 24 h ahead counts by its own time', NOW + DAY, true],
		['further ahead is wrong, and counts as of its receipt', NOW + DAY + SECOND, false],
		['of the year 2099 does not win for ever', Date.UTC(2099, 0), false],
	])('an event that is dated %s', async (_, at, isOut) => {
		await chooses('stop', at);
		expect(await optedOut()).toBe(true);
		now = NOW + HOUR;
		await chooses('resume', NOW + HOUR);
		expect(await optedOut()).toBe(isOut);
	});

	it('an event is dated no later than its receipt allows, for everyone who reads it', async () => {
		const { fresh } = await receive(customerMessage({ at: NOW + 4 * HOUR }));
		expect(fresh).toMatchObject([{ at: LATEST, datedAt: NOW + 4 * HOUR }]);
		const { windowClosesAt } = await engine.conversation({ channel: CHANNEL, to: CUSTOMER });
		expect(windowClosesAt).toBe(LATEST + DAY);
	});

	it('an event that is dated in time has no other time', async () => {
		const { fresh } = await receive(customerMessage({ at: LATEST }));
		expect(fresh[0]).toMatchObject({ at: LATEST });
		expect(fresh[0]).not.toHaveProperty('datedAt');
	});

	it('the states of a template follow each other by their own times', async () => {
		const status = (event: string, at: number) => receive(templateStatus({ at, event, ...OFFER }));
		await status('APPROVED', NOW + 2 * HOUR);
		await status('PAUSED', NOW + HOUR);
		expect(
			await engine.template({ channel: CHANNEL, account: INTENT.account, template: OFFER }),
		).toMatchObject({
			state: 'sendable',
		});
	});

	it('what a version wrote that knows one time only counts by that', async () => {
		if (database !== 'SQLite') return;
		await chooses('stop', NOW + HOUR);
		const file = new DatabaseSync(place.url.slice('sqlite:'.length));
		file.exec(`UPDATE register SET at = ${NOW + 2 * HOUR}, value = '"resume"' WHERE name LIKE 'opt-out:%'`);
		file.close();
		now = NOW + 3 * HOUR;
		await chooses('stop', NOW + 90 * MINUTE);
		expect(await optedOut()).toBe(false);
		await chooses('stop', NOW + 3 * HOUR);
		expect(await optedOut()).toBe(true);
	});
});
