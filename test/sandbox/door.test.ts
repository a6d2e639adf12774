import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGatewayClient } from '../../gateway';
import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;

afterEach(() => sandbox.close());

/** A bare request: unlike fetch, it sends any Host and Origin. */
function get(path: string, headers: Record<string, string> = {}) {
	const { port } = new URL(sandbox.url);
	return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
		(resolve, reject) => {
			const options = { host: '127.0.0.1', port, path, headers: { host: `127.0.0.1:${port}`, ...headers } };
			const asked = request(options, (response) => {
				let text = '';
				response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
				response.on('end', () =>
					resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
				);
			});
			asked.on('error', reject).end();
		},
	);
}

const statusOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).status;

describe('a sandbox that only this machine can reach', () => {
	beforeEach(async () => {
		sandbox = await startSandbox();
	});

	test('has a page without a token, which loads nothing from elsewhere and cannot be framed', async () => {
		expect(sandbox.page).toBe(`${sandbox.url}/sandbox/`);
		const page = await get('/sandbox/');
		expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
		expect(page.headers['content-security-policy']).toMatch(/^default-src 'self';.*frame-ancestors 'none'/);
		expect(page.text).not.toMatch(/https?:\/\//);
	});

	test('leads whoever opens only the host to the page', async () => {
		expect(await get('/')).toMatchObject({ status: 303, headers: { location: '/sandbox/' } });
	});

	test.each([
		'127.0.0.1',
		'127.0.0.1:80',
		'localhost:1234',
		'[::1]:80',
		'192.168.1.7',
		'host.docker.internal:80',
	])('answers under the name %s', async (host) =>
		expect(await statusOf('/sandbox/state', { host })).toBe(200),
	);

	test.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example:80', 'a b'])(
		'refuses the name %s, which somebody could point at this machine',
		async (host) => {
			const { status, text } = await get('/sandbox/state', { host });
			expect([status, text]).toEqual([403, expect.stringContaining("isn't called")]);
		},
	);

	test('takes requests of its own page, and refuses those of another website', async () => {
		expect(await statusOf('/sandbox/state', { origin: sandbox.url })).toBe(200);
		expect(await statusOf('/sandbox/state', { origin: 'https://evil.example' })).toBe(403);
		expect(await statusOf('/sandbox/state', { origin: 'http://127.0.0.1:1' })).toBe(403);
		expect(await statusOf('/sandbox/state', { origin: 'null' })).toBe(403);
	});

	test('has no other files', async () => {
		expect(await statusOf('/sandbox/..%2fpackage.json')).toBe(404);
		expect(await statusOf('/sandbox/index.html')).toBe(404);
	});

	test('shows a file of a chat, in which no script can run', async () => {
		const { id } = await sandbox.control.addMedia({
			mimeType: 'text/html',
			text: '<script>alert(1)</script>',
		});
		const file = await get(`/sandbox/media/${id}`);
		expect(file.headers['content-security-policy']).toBe("sandbox; default-src 'none'");
		expect(await statusOf('/sandbox/media/1')).toBe(404);
	});

	describe('loads the picture that a message of a chat links to', () => {
		let files: Server;
		let origin: string;
		const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

		beforeEach(async () => {
			files = createServer(({ url }, response) => {
				const type = url === '/page' ? 'text/html' : 'image/png';
				response.writeHead(url === '/gone' ? 404 : 200, { 'content-type': type }).end(PNG);
			});
			await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
			origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
			await sandbox.control.customerWrites({ from: '491701111111', text: 'Hi' });
		});
		afterEach(() => new Promise((resolve) => files.close(resolve)));

		const linked = async (link: string) => {
			const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
			await gateway.messages.send({ to: '491701111111', type: 'image', image: { link } });
			return get(`/sandbox/linked/${sandbox.control.sent().at(-1)!.id}`);
		};

		test('in which no script can run', async () => {
			expect(await linked(`${origin}/lamp.png`)).toMatchObject({
				status: 200,
				headers: { 'content-type': 'image/png', 'content-security-policy': "sandbox; default-src 'none'" },
			});
		});

		test('and says why there is none', async () => {
			expect(await linked(`${origin}/gone`)).toMatchObject({
				status: 502,
				text: expect.stringContaining('the link answers 404'),
			});
			expect(await linked(`${origin}/page`)).toMatchObject({
				status: 502,
				text: expect.stringContaining("text/html, which isn't a picture"),
			});
		});

		test('and says in words that nothing answers', async () => {
			await new Promise((resolve) => files.close(resolve));
			expect(await linked(`${origin}/lamp.png`)).toMatchObject({
				status: 502,
				text: expect.stringContaining(`the link can't be opened: nothing answers at ${new URL(origin).host}`),
			});
		});

		test('and follows no other link', async () => {
			expect(await statusOf(`/sandbox/linked/${encodeURIComponent(`${origin}/lamp.png`)}`)).toBe(404);
		});
	});
});

describe('a sandbox that other machines can reach', () => {
	let token: string;

	beforeEach(async () => {
		sandbox = await startSandbox({ host: '0.0.0.0' });
		token = new URL(sandbox.page).searchParams.get('token') ?? '';
	});

	test('has a random token in the address of its page', async () => {
		expect(token).toMatch(/^[\w-]{32}$/);
		const other = await startSandbox({ host: '0.0.0.0' });
		await other.close();
		expect(new URL(other.page).searchParams.get('token')).not.toBe(token);
	});

	test.each(['/sandbox/', '/sandbox/page.js', '/sandbox/state', '/sandbox/live', '/sandbox/control/sent'])(
		'refuses %s without the token, or with a wrong one',
		async (path) => {
			const { status, text } = await get(path);
			expect([status, text]).toEqual([401, expect.stringContaining('token')]);
			expect(await statusOf(`${path}?token=${token}x`)).toBe(401);
			expect(await statusOf(path, { authorization: `Bearer ${token.slice(1)}` })).toBe(401);
			expect(await statusOf(path, { cookie: `business-messaging-sandbox-80=${token}` })).toBe(401);
		},
	);

	test.each([
		'/v23.0/sandbox/state',
		'/v23.0/sandbox/live',
		'//sandbox/state',
		'/.//sandbox/state',
		'/v1.0//sandbox/state',
		'/PHONE/sandbox/state',
		'/v23.0/PHONE/sandbox/state',
		'/v23.0/business/whatsapp/phone_numbers/sandbox/state',
	])('does not open %s to the API key alone', async (path) => {
		const named = path.replace('PHONE', sandbox.phoneNumberId);
		const { status, text } = await get(named, { 'svc-api-key': sandbox.apiKey });
		expect([400, 401, 404]).toContain(status);
		expect(text).not.toContain('clock');
	});

	test('takes the token from the address or the Authorization header', async () => {
		expect(await statusOf(`/sandbox/state?token=${token}`)).toBe(200);
		expect(await statusOf('/sandbox/state', { authorization: `Bearer ${token}` })).toBe(200);
	});

	test('turns the token in the address of the page into a cookie of its own, which scripts cannot read', async () => {
		const opened = await get(`/sandbox/?token=${token}`);
		expect(opened).toMatchObject({ status: 303, headers: { location: '/sandbox/' } });
		const [cookie = ''] = opened.headers['set-cookie'] as string[];
		expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Path=\/sandbox\/$/);
		const [pair = ''] = cookie.split(';');
		expect(await statusOf('/sandbox/', { cookie: `other=1; ${pair}` })).toBe(200);
		expect(await statusOf('/sandbox/state', { cookie: pair })).toBe(200);
	});

	test('needs only the API key for the gateway itself', async () => {
		expect(await statusOf('/v1/configs/webhook', { 'svc-api-key': sandbox.apiKey })).toBe(200);
		expect(await statusOf('/v1/configs/webhook', { authorization: `Bearer ${token}` })).toBe(401);
	});
});

describe('what a browser loads for another website', () => {
	beforeEach(async () => {
		sandbox = await startSandbox();
	});
	const asks = (site: string, mode = 'no-cors', dest = 'empty') => ({
		'sec-fetch-site': site,
		'sec-fetch-mode': mode,
		'sec-fetch-dest': dest,
	});

	test.each(['cross-site', 'same-site'])('is refused, and holds nothing open: %s', async (site) => {
		for (const path of ['/sandbox/live', '/sandbox/state', '/sandbox/page.js']) {
			expect(await statusOf(path, asks(site))).toBe(403);
		}
		expect(await statusOf('/sandbox/', asks(site, 'navigate', 'iframe'))).toBe(403);
		expect(await statusOf('/sandbox/state', asks(site, 'navigate', 'document'))).toBe(403);
	});

	test('is the page if somebody follows a link to it', async () => {
		expect(await statusOf('/sandbox/', asks('cross-site', 'navigate', 'document'))).toBe(200);
		expect(await statusOf('/sandbox', asks('cross-site', 'navigate', 'document'))).toBe(200);
	});

	test.each(['same-origin', 'none'])('is not what the page loads itself: %s', async (site) => {
		expect(await statusOf('/sandbox/state', asks(site))).toBe(200);
	});
});

test('a token can be chosen, for this machine too', async () => {
	sandbox = await startSandbox({ token: 'open-sesame' });
	expect(sandbox.page).toBe(`${sandbox.url}/sandbox/?token=open-sesame`);
	expect(await statusOf('/sandbox/state')).toBe(401);
	expect(await statusOf('/sandbox/state?token=open-sesame')).toBe(200);
});
