import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../engine';
import { createEngine, parseWebhook } from '../../engine';
import { openStore } from '../../store';
import { NOW } from '../support/engine-scene';
import { CHANNEL, customerMessage, DAY, MINUTE, templateStatus } from '../support/wire';

const LATEST = NOW + 5 * MINUTE;

let folder: string;
let engines: Engine[];

/** Two processes on one store: what one learns the other has to read. */
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'clocks-'));
	const open = async () =>
		createEngine({ store: await openStore(`sqlite:${join(folder, 'store.db')}`), now: () => NOW });
	engines = [await open(), await open()];
});
afterEach(async () => {
	for (const { store } of engines) await store.close();
	rmSync(folder, { recursive: true, force: true });
});

let messages = 0;
const messageAt = (at: number) => parseWebhook(customerMessage({ at, id: `wamid.${(messages += 1)}` }), NOW);

/** The date under which a message of this date is kept. */
async function keptAt(engine: Engine, at: number): Promise<number> {
	return (await engine.ingest(messageAt(at))).fresh[0]!.at;
}

it('a clock that another process has seen go ahead counts at once, although it was read a moment before', async () => {
	const [here, there] = engines as [Engine, Engine];
	expect(await keptAt(here, NOW + DAY)).toBe(LATEST);
	await there.observeClock(CHANNEL, NOW + DAY);
	expect(await keptAt(here, NOW + DAY)).toBe(NOW + DAY);
	expect(await here.channelsBehind(messageAt(NOW + DAY))).toEqual([]);
});

it('a clock that another process has seen go ahead makes no channel seem behind, although it was read a moment before', async () => {
	const [here, there] = engines as [Engine, Engine];
	expect(await here.channelsBehind(messageAt(NOW + DAY))).toEqual([CHANNEL]);
	await there.observeClock(CHANNEL, NOW + DAY);
	expect(await here.channelsBehind(messageAt(NOW + DAY))).toEqual([]);
});

it('a clock that went back counts from the next delivery on', async () => {
	const [here] = engines as [Engine];
	await here.observeClock(CHANNEL, NOW + DAY);
	expect(await keptAt(here, NOW + DAY)).toBe(NOW + DAY);
	await here.observeClock(CHANNEL, NOW);
	expect(await keptAt(here, NOW + DAY)).toBe(LATEST);
});

it.each([
	['by five minutes', LATEST, []],
	['by a moment more', LATEST + 1_000, [CHANNEL]],
])('whether a channel is behind an event that is dated later than now %s', async (_, at, behind) => {
	expect(await engines[0]!.channelsBehind(messageAt(at))).toEqual(behind);
});

describe('a template’s status, which is an event of the account', () => {
	const OTHER = '109876543210987';
	const statusAt = (at: number, account?: string) =>
		parseWebhook(templateStatus({ at, event: 'PAUSED', ...(account !== undefined && { account }) }), NOW);

	it('shows that the clocks of the account’s numbers are behind', async () => {
		const [here] = engines as [Engine];
		expect(await here.channelsBehind(statusAt(NOW + DAY))).toEqual([]);
		await here.ingest(messageAt(NOW));
		await here.ingest(parseWebhook(customerMessage({ at: NOW, id: 'wamid.other', channel: OTHER }), NOW));
		expect(await here.channelsBehind(statusAt(NOW + DAY))).toEqual([CHANNEL, OTHER]);
		await here.observeClock(OTHER, NOW + DAY);
		expect(await here.channelsBehind(statusAt(NOW + DAY))).toEqual([CHANNEL]);
	});

	it('shows nothing of other accounts, nor if it is dated within five minutes', async () => {
		const [here] = engines as [Engine];
		await here.ingest(messageAt(NOW));
		expect(await here.channelsBehind(statusAt(NOW + DAY, '99'))).toEqual([]);
		expect(await here.channelsBehind(statusAt(LATEST))).toEqual([]);
		expect(await here.channelsBehind(statusAt(LATEST + 1_000))).toEqual([CHANNEL]);
	});
});
