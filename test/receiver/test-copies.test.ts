import { systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { openStore } from '../../store';
import { copiesGoTo } from '../../receiver';
import { endCopies, listenForCopies } from '../../receiver/registration';
import { NOW } from '../support/engine-scene';
import { CHANNEL } from '../support/wire';

const URL = 'https://n8n.example/webhook-test/1';
const clock = { now: NOW };

let store: Store;
beforeEach(async () => {
	clock.now = NOW;
	store = await openStore('sqlite::memory:', { runtime: { ...systemRuntime, now: () => clock.now } });
	await listenForCopies(store, CHANNEL, URL);
});
afterEach(() => store.close());

describe('a test run gets copies for two minutes, by the clock of the store’s runtime', () => {
	it.each<[string, ago: number, goesTo: string | undefined]>([
		['at once', 0, URL],
		['in the last millisecond', 119_999, URL],
		['no longer', 120_000, undefined],
	])('%s', async (_, ago, goesTo) => {
		clock.now = NOW + ago;
		expect(await copiesGoTo(store, CHANNEL)).toBe(goesTo);
	});

	it('or until it ends', async () => {
		clock.now += 1;
		await endCopies(store, CHANNEL);
		expect(await copiesGoTo(store, CHANNEL)).toBeUndefined();
	});

	it('and nobody gets those of another number', async () => {
		expect(await copiesGoTo(store, '999')).toBeUndefined();
	});
});
