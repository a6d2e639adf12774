import { systemRuntime } from '../../base';
import type { Store } from '../../engine';
import { createEngine, parseWebhook, signPayload } from '../../engine';
import { openStore } from '../../store';
import { copiesGoTo } from '../../receiver';
import { readCopy } from '../../receiver/http/read-delivery';
import { endCopies, listenForCopies } from '../../receiver/registration';
import { NOW } from '../support/engine-scene';
import { CHANNEL, CUSTOMER, handover, messageStatus } from '../support/wire';

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

describe('a copy has the events as the published trigger has them', () => {
	const pricing = { pricing_model: 'PMP', type: 'free_customer_service', category: 'service' };
	const third = handover({ at: NOW - 1_000, to: 'other', contact: '4915111' });

	it.each<[string, object, unknown, object]>([
		[
			'a handover that names nobody, on a number with a third responder',
			handover({ at: NOW, to: 'unnamed' }),
			third,
			{ kind: 'handover', hint: expect.stringContaining('more than two responders') as string },
		],
		[
			'a message that another system sent',
			messageStatus({ at: NOW, status: 'sent', pricing }),
			undefined,
			{ kind: 'status', contact: CUSTOMER, sentElsewhere: true },
		],
	])('%s', async (_, body, before, expected) => {
		const engine = createEngine({ store });
		if (before) await engine.ingest(parseWebhook(before, NOW));
		const { fresh } = await engine.ingest(parseWebhook(body, NOW));
		expect(fresh).toMatchObject([expected]);
		const rawBody = Buffer.from(JSON.stringify(body));
		const copy = await readCopy(
			{ rawBody, signature: signPayload(rawBody, 'secret') },
			{ engine, secrets: [{ secret: 'secret' }], channel: CHANNEL, agentRole: '' },
		);
		expect(copy).toEqual(fresh);
	});
});
