import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Console, type ConsoleOptions, startConsole } from '../../console';
import { DATABASES, type StorePlace } from '../support/stores';
import { ask } from './support/served';

const [[, inSqlite]] = DATABASES as [(typeof DATABASES)[number]];
const TOKEN = 'a-token-of-some-length';

let place: StorePlace;
let served: Console | undefined;

beforeEach(async () => {
	place = inSqlite();
	await place.open();
});
afterEach(async () => {
	await served?.close();
	served = undefined;
	await place.remove();
});

const start = async (options: Partial<ConsoleOptions> = {}): Promise<string> => {
	served = await startConsole({ store: place.url, ...options });
	return served.url;
};
const statusOf = async (url: string, headers: Record<string, string> = {}) =>
	(await ask(url, { headers })).status;

describe('a console that only this machine can reach', () => {
	it('needs no token, loads nothing from elsewhere, and is kept by no cache', async () => {
		const url = await start();
		expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/$/);
		const { status, headers, text } = await ask(url);
		expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(headers['content-security-policy']).toMatch(
			/^default-src 'self';.*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
		);
		expect(headers).toMatchObject({
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-content-type-options': 'nosniff',
			'cross-origin-resource-policy': 'same-origin',
		});
		expect(text).not.toMatch(/https?:\/\//);
		expect((await ask(`${url}api/campaigns`)).headers).toMatchObject({
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
		});
	});

	it.each(['127.0.0.1:1', 'localhost:80', '[::1]:80'])('answers under the name %s', async (host) =>
		expect(await statusOf(`${await start()}api/campaigns`, { host })).toBe(200),
	);

	it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', '192.168.1.7', 'a b'])(
		'refuses the name %s, which could be pointed at this machine, or leads elsewhere',
		async (host) => {
			const { status, text } = await ask(`${await start()}api/campaigns`, { headers: { host } });
			expect([status, text]).toEqual([403, expect.stringContaining("isn't called")]);
		},
	);

	it('refuses what another website asks, and lets a link to it open the page', async () => {
		const url = await start();
		const other = { 'sec-fetch-site': 'cross-site' };
		expect(await statusOf(`${url}api/campaigns`, { origin: 'https://evil.example' })).toBe(403);
		expect(await statusOf(`${url}api/campaigns`, { ...other, 'sec-fetch-mode': 'no-cors' })).toBe(403);
		expect(await statusOf(`${url}api/campaigns`, { ...other, 'sec-fetch-mode': 'navigate' })).toBe(403);
		expect(await statusOf(url, { ...other, 'sec-fetch-mode': 'navigate' })).toBe(200);
		expect(await statusOf(`${url}api/campaigns`, { 'sec-fetch-site': 'same-origin' })).toBe(200);
	});

	it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('answers no %s: it only reads', async (method) => {
		const { status, text } = await ask(`${await start()}api/campaigns`, { method });
		expect([status, text]).toEqual([405, expect.stringContaining('only reads')]);
	});

	it.each(['api/none', 'live/none', 'none', '../package.json', 'page.js/x', 'api/', 'api/constructor'])(
		'has no %s',
		async (path) => {
			const { status, text } = await ask(`${await start()}${path}`);
			expect([status, text]).toEqual([404, expect.stringContaining('The console has no')]);
		},
	);

	it('says which port another process is using', async () => {
		const { port } = new URL(await start());
		await expect(startConsole({ store: place.url, port: Number(port) })).rejects.toThrow(
			`The console can't listen on port ${port} of 127.0.0.1: another process is using it.`,
		);
	});

	it('leads whoever opens only the host to the page', async () => {
		const url = await start();
		expect(await ask(new URL('/', url).href)).toMatchObject({
			status: 303,
			headers: { location: '/console/' },
		});
	});
});

describe('a console with a token', () => {
	it('answers nobody without it, and says what to open', async () => {
		const url = (await start({ token: TOKEN })).replace(/\?.*/, '');
		for (const path of ['', 'page.js', 'api/campaigns', 'live/overview', '../']) {
			const { status, text } = await ask(new URL(path, url).href);
			expect([status, text]).toEqual([
				401,
				expect.stringContaining('with the token that the console printed'),
			]);
		}
	});

	it.each([
		['another one', 'another-token-of-some-length'],
		['a part of it', TOKEN.slice(0, -1)],
		['none', ''],
	])('refuses %s, wherever it comes', async (_, wrong) => {
		const url = (await start({ token: TOKEN })).replace(/\?.*/, '');
		const { port } = new URL(url);
		expect(await statusOf(`${url}?token=${wrong}`)).toBe(401);
		expect(await statusOf(url, { authorization: `Bearer ${wrong}` })).toBe(401);
		expect(await statusOf(url, { cookie: `business-messaging-console-${port}=${wrong}` })).toBe(401);
	});

	it('makes a cookie of it that scripts and other websites cannot use, and goes on by itself', async () => {
		const address = await start({ token: TOKEN });
		const { status, headers, text } = await ask(address);
		const [cookie = ''] = headers['set-cookie'] as string[];
		expect(status).toBe(200);
		expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\/console\/$/);
		expect(text).toContain('url=/console/');
		expect(text).not.toContain(TOKEN);
		const url = address.replace(/\?.*/, '');
		expect(await statusOf(`${url}api/campaigns`, { cookie: cookie.replace(/;.*/, '') })).toBe(200);
		expect(await statusOf(`${url}api/campaigns`, { authorization: `Bearer ${TOKEN}` })).toBe(200);
	});

	it('takes it only in the address of the page: elsewhere it would stay in logs', async () => {
		const url = (await start({ token: TOKEN })).replace(/\?.*/, '');
		expect(await statusOf(`${url}api/campaigns?token=${TOKEN}`)).toBe(401);
	});
});

describe('a console that other machines can reach', () => {
	it('has a token of its own behind a proxy, answers under the public name only, and keeps its cookie to https', async () => {
		const address = await start({ host: '0.0.0.0', publicUrl: 'https://console.example.com' });
		expect(address).toMatch(/^https:\/\/console\.example\.com\/console\/\?token=[\w-]{43}$/);
		await served!.close();
		served = undefined;
		const port = await freePort();
		await start({ port, host: '0.0.0.0', publicUrl: 'https://console.example.com', token: TOKEN });
		const url = `http://127.0.0.1:${port}/console/`;
		expect(await statusOf(`${url}?token=${TOKEN}`)).toBe(403);
		const { status, headers } = await ask(`${url}?token=${TOKEN}`, {
			headers: { host: 'console.example.com' },
		});
		expect([status, (headers['set-cookie'] as string[])[0]]).toEqual([
			200,
			expect.stringMatching(/; Secure$/),
		]);
	});

	it('says that a certificate cannot be used', async () => {
		await expect(start({ tls: { key: 'no key', cert: 'no certificate' } })).rejects.toThrow(
			/^The certificate and its key can't be used: .* Both have to be PEM, and belong together\.$/,
		);
	});

	it('encrypts with a certificate', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'tls-'));
		const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
		execFileSync(
			'openssl',
			[
				'req',
				'-x509',
				'-newkey',
				'rsa:2048',
				'-nodes',
				'-days',
				'2',
				'-keyout',
				keyFile,
				'-out',
				certFile,
				...subject,
			],
			{ stdio: 'ignore' },
		);
		const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
		rmSync(folder, { recursive: true });
		const address = await start({ host: '0.0.0.0', tls: { key, cert }, token: TOKEN });
		const { port } = new URL(address);
		const answered = await new Promise<{ status?: number; cookie?: string }>((resolve, reject) => {
			get(`https://127.0.0.1:${port}/console/?token=${TOKEN}`, { ca: cert }, (response) => {
				response.resume();
				resolve({ status: response.statusCode!, cookie: response.headers['set-cookie']![0]! });
			}).on('error', reject);
		});
		expect(answered).toEqual({ status: 200, cookie: expect.stringMatching(/; Secure$/) });
	});

	it('is refused without TLS or a proxy, with everything else that is wrong', async () => {
		const error = (await startConsole({
			store: place.url,
			host: '0.0.0.0',
			token: 'short',
			n8nUrl: 'n8n.example.com',
			numbers: [],
		}).catch((reason: unknown) => reason)) as Error;
		expect(error.message.split('\n')).toEqual([
			expect.stringContaining('Other machines can reach 0.0.0.0, so the console needs TLS'),
			expect.stringContaining('The token needs 16 characters'),
			expect.stringContaining('The address of n8n has to be like https://n8n.example.com'),
			expect.stringContaining('No number is named'),
		]);
	});

	it.each(['http://console.example.com', 'https://console.example.com/there', 'console'])(
		'is refused with the public address %s',
		(publicUrl) =>
			expect(startConsole({ store: place.url, publicUrl })).rejects.toThrow(
				'has to be like https://console.example.com',
			),
	);

	it('shows no password of an address that is refused', async () => {
		const wrong = { publicUrl: 'http://me:secret@console.example.com', n8nUrl: 'me:secret@n8n.example.com' };
		const error = (await startConsole({ store: place.url, ...wrong }).catch(
			(reason: unknown) => reason,
		)) as Error;
		expect(error.message).toMatch(/not "http:\/\/…@console.*\n.*not "…@n8n/);
	});
});

/** A port that nobody has: the console behind a proxy prints the proxy's address. */
async function freePort(): Promise<number> {
	const other = await startConsole({ store: place.url });
	const port = Number(new URL(other.url).port);
	await other.close();
	return port;
}

it('a console does not start with options of the wrong type: a token of one digit, or customers shown by a text', async () => {
	const options = { token: 5, showCustomers: 'no', numbers: '1', port: 99_999 } as never;
	await expect(start(options)).rejects.toThrow(/port .*; token .*a number; numbers .*; showCustomers .*"no"/);
});
