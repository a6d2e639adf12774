import type { Engine, Store } from '../../engine';
import { createEngine, signPayload } from '../../engine';
import { receiveDelivery } from '../../receiver';
import { openStore } from '../../store';
import { ACCOUNT, customerMessage, delivery } from '../support/wire';

const SECRET = 'signing secret';
const NOW = 1_800_000_000_000;
const [FIRST, SECOND] = [
	{ channel: '100', shown: '15550000001' },
	{ channel: '200', shown: '15550000002' },
];

let store: Store;
let engine: Engine;

beforeEach(async () => {
	store = await openStore('sqlite::memory:');
	engine = createEngine({ store });
});
afterEach(() => store.close());

async function receive(body: unknown, options = {}) {
	const text = JSON.stringify(body);
	const signed = { rawBody: Buffer.from(text), signature: signPayload(text, SECRET) };
	expect(await receiveDelivery(signed, { engine, secret: SECRET, ...options })).toMatchObject({
		status: 200,
	});
}

/** A message to a number, whose delivery names the number as customers see it. */
function written({ channel, shown }: typeof FIRST, account?: string) {
	const body = customerMessage({ at: NOW, channel, id: `wamid.${channel}`, account });
	for (const { changes } of body.entry) {
		for (const { value } of changes) Object.assign(value as object, { metadata: metadataOf(channel, shown) });
	}
	return body;
}

const metadataOf = (channel: string, shown: string) => ({
	display_phone_number: shown,
	phone_number_id: channel,
});

const flagged = (shown: string) =>
	delivery('phone_number_quality_update', { display_phone_number: shown, event: 'FLAGGED' }, { at: NOW });

const channelsOfAccountEvents = async (read = store) =>
	(await read.inbox.read()).filter(({ event }) => event.kind === 'account').map(({ event }) => event.channel);

describe('an event of an account that names one of its numbers', () => {
	it('is of that number, however it is written', async () => {
		await receive(written(FIRST));
		await receive(written(SECOND));
		await receive(flagged('+1 555-000-0002'));
		expect(await channelsOfAccountEvents()).toEqual([SECOND.channel]);
	});

	it('keeps the display number beside the ID', async () => {
		await receive(written(FIRST));
		await receive(flagged(FIRST.shown));
		const { event } = (await store.inbox.read()).at(-1)!;
		expect(event).toMatchObject({ kind: 'account', number: FIRST.shown, channel: FIRST.channel });
	});

	it('is of no number as long as no delivery has named that one', async () => {
		await receive(flagged(FIRST.shown));
		await receive(written(FIRST));
		await receive(flagged(SECOND.shown));
		expect(await channelsOfAccountEvents()).toEqual([undefined, undefined]);
	});

	it("isn't of another account's number that is shown the same", async () => {
		await receive(written(FIRST, 'another account'));
		await receive(flagged(FIRST.shown));
		expect(await channelsOfAccountEvents()).toEqual([undefined]);
	});

	it('follows a number that is shown differently from now on', async () => {
		await receive(written(FIRST));
		await receive({ ...written({ ...FIRST, shown: SECOND.shown }) });
		await receive(flagged(SECOND.shown));
		await receive(flagged(FIRST.shown));
		expect(await channelsOfAccountEvents()).toEqual([FIRST.channel, undefined]);
	});

	it('comes to readers of that number, and not to readers of another', async () => {
		await receive(written(FIRST));
		await receive(written(SECOND));
		await receive(flagged(SECOND.shown));
		await receive(delivery('account_update', { event: 'ACCOUNT_VIOLATION' }, { at: NOW }));
		const readBy = async ({ channel }: typeof FIRST) => {
			await store.inbox.subscribe(
				{ id: channel, kinds: ['account'], channels: [channel, ''], partitions: 1, from: 0 },
				NOW,
			);
			const batch = await store.inbox.claim(channel, { limit: 10, leaseMs: 1_000, token: channel });
			const events = batch?.events ?? [];
			return events.map(({ event }) => (event.kind === 'account' ? event.event : undefined));
		};
		expect(await readBy(FIRST)).toEqual(['ACCOUNT_VIOLATION']);
		expect(await readBy(SECOND)).toEqual(['FLAGGED', 'ACCOUNT_VIOLATION']);
	});

	it("isn't taught by a secret that is bound to another number", async () => {
		await receive(written(FIRST));
		const lie = written({ ...FIRST, shown: SECOND.shown });
		const secrets = [{ secret: SECRET, channels: [SECOND.channel], accounts: [ACCOUNT] }];
		await receive(lie, { secret: undefined, secrets });
		await receive(flagged(SECOND.shown));
		expect(await channelsOfAccountEvents()).toEqual([undefined]);
	});
});
