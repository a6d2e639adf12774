import type { Store } from '../../engine';
import { signPayload } from '../../engine';
import { openStore } from '../../store';
import { freePort } from '../../tools/n8n/free-port';
import type { Receiver, SharedReceiverOptions } from '../../receiver';
import { shareReceiver, startReceiver } from '../../receiver';
import { customerMessage, HOUR } from '../support/wire';

let store: Store;
let port: number;
const opened: Receiver[] = [];

beforeEach(async () => {
	store = await openStore('sqlite::memory:');
	port = await freePort();
});
afterEach(async () => {
	for (const receiver of opened.splice(0)) await receiver.close();
	await store.close();
});

async function share(options: Partial<SharedReceiverOptions> = {}): Promise<Receiver> {
	const receiver = await shareReceiver({ store, port, secret: 'one', channel: '1', ...options });
	opened.push(receiver);
	return receiver;
}

async function statusOf(
	url: string,
	secret: string,
	{ channel = '1', at = Date.now() } = {},
): Promise<number> {
	const body = JSON.stringify(customerMessage({ at, channel, id: `wamid.${secret}.${at}` }));
	const headers = { 'x-provider-signature': signPayload(body, secret) };
	return (await fetch(url, { method: 'POST', headers, body })).status;
}

it('two who name the same port share one receiver, each with a secret of its own', async () => {
	const one = await share();
	const two = await share({ secret: ['two', 'too'], channel: '2' });
	expect(two.url).toBe(one.url);
	for (const secret of ['one', 'two', 'too']) expect(await statusOf(one.url, secret)).toBe(200);
	expect(await statusOf(one.url, 'three')).toBe(401);
});

it('two who ask at the same time share it too', async () => {
	const [one, two] = await Promise.all([share(), share()]);
	expect(two.url).toBe(one.url);
});

it.each([
	['its own number alone', undefined, [['1'], ['2', '3']]],
	['the numbers that it names beside its own', ['2'], [['1', '2'], ['3']]],
	['all numbers, if it says so', 'all' as const, [['1', '2', '3'], []]],
] as const)('whose secret speaks for %s', async (_whom, others, [heard, unheard]) => {
	const { url } = await share(others && { others });
	for (const channel of ['1', '2', '3']) await statusOf(url, 'one', { channel, at: Number(channel) * HOUR });
	const events = (await store.inbox.read()).map(({ event }) => event);
	const of = (kind: string) => events.filter((event) => event.kind === kind).map(({ channel }) => channel);
	expect(of('message')).toEqual(heard);
	expect(of('unknown')).toHaveLength(unheard.length);
});

it('goes on with the others when one leaves, who takes the secret along, and ends with the last', async () => {
	const one = await share();
	const two = await share({ secret: 'two' });
	await one.close();
	await one.close();
	expect([await statusOf(two.url, 'one'), await statusOf(two.url, 'two')]).toEqual([401, 200]);
	await two.close();
	await expect(fetch(two.url)).rejects.toThrow();
});

it('begins anew for who comes while it ends', async () => {
	const one = await share();
	const ending = one.close();
	const two = await share({ secret: 'two' });
	await ending;
	expect(await statusOf(two.url, 'two')).toBe(200);
});

it('asks the gateway of the number that an event is of what time it is', async () => {
	const asked: string[] = [];
	const measures = (name: string) => async (channel: string) =>
		void asked.push(`${name} asks for ${channel}`);
	const { url } = await share({ measureClock: measures('first') });
	await share({ channel: '2', measureClock: measures('second') });
	await statusOf(url, 'one', { channel: '2', at: Date.now() + HOUR });
	await statusOf(url, 'one', { channel: '3', at: Date.now() + HOUR });
	expect(asked).toEqual(['second asks for 2']);
});

it('is refused to who wants it another way, with what is different', async () => {
	await share();
	await expect(share({ path: '/other' })).rejects.toThrow(/path \/webhook.*not with.*path \/other/);
	await expect(share({ profile: '360dialog' })).rejects.toThrow(/x-360dialog-signature/);
	await expect(share({ profile: { agentRole: 'acme_bot' } })).rejects.toThrow(
		/agent role platform_business_agent, not with.*agent role acme_bot/,
	);
	await expect(share({ verifyToken: 'token' })).rejects.toThrow(/with a different verify token/);
	const another = await openStore('sqlite::memory:');
	await expect(share({ store: another })).rejects.toThrow(/with a different store/);
	await another.close();
});

it('is refused to who has other URLs to forward to', async () => {
	const forwardTo = ['https://8.8.8.8/one', 'https://8.8.8.8/two?key=1'];
	await share({ forwardTo });
	await share({ forwardTo: [...forwardTo].reverse(), channel: '2' });
	for (const other of [[], ['https://8.8.8.8/one'], ['https://8.8.8.8/one', 'https://8.8.8.8/two?key=2']]) {
		await expect(share({ forwardTo: other, channel: '3' })).rejects.toThrow(
			`A receiver is already running on port ${port} with other URLs to forward to, or other private hosts. Use the same settings for all that share the port, or use a different port.`,
		);
	}
});

it('is refused while another process has the port, and may be had later', async () => {
	const holder = await startReceiver({ store, port, secret: 'x' });
	await expect(Promise.all([share(), share()])).rejects.toThrow(`port ${port}: another process is using it`);
	await holder.close();
	expect(await statusOf((await share()).url, 'one')).toBe(200);
});
