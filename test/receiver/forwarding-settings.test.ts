import { hostname } from 'node:os';
import { lookup } from 'node:dns/promises';
import { isOwnUrl, problemsOfForwarding, startReceiver } from '../../receiver';
import type { Store } from '../../engine';
import { signPayload } from '../../engine';
import { openStore } from '../../store';
import { json, startHttpServer } from '../support/http-server';
import { openTestClock, type TestClock } from '../support/test-clock';
import { until } from '../support/until';
import { openReceiverScene, messageBody, SECRET } from './support/receiver-scene';

const NAMES = { forwardTo: 'Forward To', privateHosts: 'Private Hosts' };
const isOwn = isOwnUrl({ port: 8080 });

const problemsOf = (forwardTo: string[], privateHosts: string[] = []) =>
	problemsOfForwarding({ forwardTo, privateHosts }, NAMES, isOwn);

const unencrypted = (url: string, host: string) =>
	`Forward To contains ${url}, which isn't encrypted: use https, or name ${host} in Private Hosts if it's in your own network`;
const isPrivate = (host: string, address: string) =>
	`${host} in Forward To has the private address ${address}: name ${host} in Private Hosts if you trust it`;

describe('a URL to forward to', () => {
	it.each([
		['https://8.8.8.8/hook', []],
		['https://nowhere.invalid/hook', []],
		['https://10.0.0.5/hook', ['10.0.0.5']],
		['http://10.0.0.5:3000/hook', ['10.0.0.5:3000']],
		['http://[fd00::1]/hook', ['[fd00::1]']],
		['http://chatwoot:3000/hook?key=1', ['other', 'chatwoot:3000']],
	])('can be %s with the private hosts %p', async (url, hosts) => {
		expect(await problemsOf([url], hosts)).toEqual([]);
	});

	it.each([
		['chat.example.com', [], 'Forward To must contain http or https URLs, not "chat.example.com"'],
		[
			'https://user:se#cret@host:x/',
			[],
			'Forward To must contain http or https URLs, not "https://…@host:x/"',
		],
		['user:secret@host/hook', [], 'Forward To must contain http or https URLs, not "…@host/hook"'],
		['ftp://8.8.8.8/', [], 'Forward To must contain http or https URLs, not "ftp://8.8.8.8/"'],
		[
			'https://user:word@8.8.8.8/',
			[],
			"Forward To can't contain a user name or a password, as the one for 8.8.8.8 does",
		],
		['http://8.8.8.8/hook?key=1', [], unencrypted('http://8.8.8.8/hook', '8.8.8.8')],
		['https://10.0.0.5/hook', [], isPrivate('10.0.0.5', '10.0.0.5')],
		['https://10.0.0.5:3000/hook', ['10.0.0.5'], isPrivate('10.0.0.5:3000', '10.0.0.5')],
		['https://169.254.169.254/', ['10.0.0.5'], isPrivate('169.254.169.254', '169.254.169.254')],
		['https://localhost/hook', [], isPrivate('localhost', 'localhost')],
		['http://chatwoot:3000/hook', ['chatwoot'], unencrypted('http://chatwoot:3000/hook', 'chatwoot:3000')],
	])('cannot be %s with the private hosts %p', async (url, hosts, problem) => {
		expect(await problemsOf([url], hosts)).toEqual([problem]);
	});

	it('cannot be a name that has a private address', async () => {
		const name = hostname();
		const { address } = await lookup(name);
		expect(await problemsOf([`https://${name}/`])).toEqual([isPrivate(name, address)]);
	});

	it.each(['http://127.0.0.1:8080/webhook', 'http://localhost:8080/webhook', 'http://[::1]:8080/webhook'])(
		'cannot be %s, where the receiver itself listens',
		async (url) => {
			expect(await problemsOf([url], [new URL(url).host])).toEqual([
				`Forward To contains ${url}, where the deliveries come from: name the other consumer's URL`,
			]);
			expect(await problemsOf([`${url}2`], [new URL(url).host])).toEqual([]);
		},
	);

	it('is told with all the others that are wrong', async () => {
		expect(await problemsOf(['one', 'two'], ['*'])).toHaveLength(3);
	});
});

describe('a receiver', () => {
	let clock: TestClock;
	let store: Store;
	beforeEach(async () => {
		clock = openTestClock();
		store = await openStore('sqlite::memory:', clock);
	});
	afterEach(() => store.close());

	it('does not start with a private address that is not named', async () => {
		const options = { store, secret: SECRET, port: 0, forwardTo: ['https://10.0.0.5/'] };
		await expect(startReceiver(options)).rejects.toThrow(
			"The receiver can't start: 10.0.0.5 in forwardTo has the private address 10.0.0.5: name 10.0.0.5 in privateHosts if you trust it.",
		);
	});

	/** Lets time pass, which the next try waits for, until something holds that real requests lead to. */
	const inTime = (holds: () => Promise<boolean>) =>
		until(async () => {
			await clock.pass(100);
			return holds();
		});

	it('forwards the header and the content type as they came, and counts by target', async () => {
		let isDown = true;
		const chat = await startHttpServer((_, response) => json(response, isDown ? 503 : 200, {}));
		const scene = await openReceiverScene({
			store,
			forwardTo: [`${chat.url}/hook?key=1`],
			privateHosts: [new URL(chat.url).host],
			headerName: 'X-Signed',
		});
		const headers = signPayload(messageBody('1', 1), SECRET);
		const type = 'application/json; charset=utf-8';
		await scene.post(messageBody('1', 1), { 'x-signed': headers, 'content-type': type });
		const labels = `{target="${chat.url}/hook"}`;
		await inTime(async () => (await scene.metric(`forward_failures_total${labels}`).catch(() => 0)) > 0);
		expect(await scene.metric(`forward_waiting_deliveries${labels}`)).toBe(1);
		expect(await scene.metric(`forward_oldest_age_seconds${labels}`)).toBeGreaterThan(0);
		isDown = false;
		await inTime(async () => (await scene.metric(`forwarded_deliveries_total${labels}`)) === 1);
		expect(await scene.metric(`forward_waiting_deliveries${labels}`)).toBe(0);
		expect(await scene.metric(`forward_dropped_total${labels}`)).toBe(0);
		expect(chat.requests.at(-1)).toMatchObject({
			url: '/hook?key=1',
			headers: { 'x-signed': headers, 'content-type': type },
		});
		await scene.receiver.close();
		await chat.close();
	});
});
