import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
	axiosTransport,
	createGatewayClient,
	type GatewayClientOptions,
	type GatewayRequest,
	readMediaHosts,
} from '../../gateway';
import { type HttpServer, type Request, startHttpServer } from '../support/http-server';
import { failureOf } from './support/scene';
import { transports } from './support/transports';

const FILE = Buffer.from('a picture');

const metadataOf = (url: string) => ({
	id: '1',
	url,
	mime_type: 'image/png',
	sha256: undefined,
	file_size: undefined,
});

describe.each(transports)('files over %s', (_name, open) => {
	let gateway: HttpServer;
	let cdn: HttpServer;
	let answer: (request: Request, response: ServerResponse) => void;
	beforeEach(async () => {
		answer = (_request, response) => response.end(FILE);
		gateway = await startHttpServer((request, response) => answer(request, response));
		cdn = await startHttpServer((request, response) => answer(request, response));
	});
	afterEach(async () => {
		await gateway.close();
		await cdn.close();
	});

	const download = async (url: string, mediaHosts?: string) => {
		const client = createGatewayClient({
			baseUrl: `${gateway.url}/base`,
			apiKey: 'the-key',
			transport: open(),
			...(mediaHosts !== undefined && { mediaHosts: readMediaHosts(mediaHosts) }),
		});
		return buffer((await client.media.download(metadataOf(url))).content);
	};
	const hostOf = ({ url }: HttpServer) => new URL(url).host;

	it("come from the gateway's own origin, with the key", async () => {
		expect(await download(`${gateway.url}/file`)).toEqual(FILE);
		expect(gateway.requests[0]!.headers).toMatchObject({ 'svc-api-key': 'the-key' });
	});

	it('come from no other host: nothing is sent, and the error names the field', async () => {
		const failure = await failureOf(download(`${cdn.url}/file`));
		expect(failure).toMatchObject({
			name: 'InvalidRequest',
			message: `Nothing was sent: Media Hosts doesn't include ${hostOf(cdn)}, where the file is. Add ${hostOf(cdn)} if you trust it.`,
		});
		expect(cdn.requests).toEqual([]);
	});

	it('come from a host that is named, without the key', async () => {
		expect(await download(`${cdn.url}/file`, hostOf(cdn))).toEqual(FILE);
		expect(cdn.requests[0]!.headers).not.toHaveProperty('svc-api-key');
	});

	it('come from a host that is named, with the key if it is to get it', async () => {
		expect(await download(`${cdn.url}/file`, `${hostOf(cdn)}+key`)).toEqual(FILE);
		expect(cdn.requests[0]!.headers).toMatchObject({ 'svc-api-key': 'the-key' });
	});

	it.each(['*', '127.0.0.1', 'files.example.com', '127.0.0.1:1'])(
		'come from no private address that "%s" does not name with its port',
		async (mediaHosts) => {
			const failure = await failureOf(download(`${cdn.url}/file`, mediaHosts));
			expect(failure.message).toMatch(/Media Hosts doesn't (name|include) 127\.0\.0\.1:/);
			expect(cdn.requests).toEqual([]);
		},
	);

	describe('that are somewhere else by a redirect', () => {
		const redirect = (location: (request: Request) => string | undefined, status = 302) => {
			answer = (request, response) => {
				const to = location(request);
				if (to === undefined) response.end(FILE);
				else response.writeHead(status, { location: to }).end();
			};
		};

		it.each([301, 302, 303, 307, 308])('come from there, with the status %d', async (status) => {
			redirect(({ url }) => (url === '/file' ? '/other' : undefined), status);
			expect(await download(`${gateway.url}/file`)).toEqual(FILE);
		});

		it('come from another host only if it is named, and the key stays behind', async () => {
			redirect(({ url }) => (url === '/file' ? `${cdn.url}/moved` : undefined));
			const failure = await failureOf(download(`${gateway.url}/file`));
			expect(failure.message).toMatch(/Media Hosts doesn't include/);
			expect(cdn.requests).toEqual([]);
			expect(await download(`${gateway.url}/file`, hostOf(cdn))).toEqual(FILE);
			expect(cdn.requests[0]!.headers).not.toHaveProperty('svc-api-key');
		});

		it('are followed three times', async () => {
			const next = ({ url }: Request) => Number(url.slice(1)) + 1;
			redirect((request) => (next(request) > 3 ? undefined : `/${next(request)}`));
			expect(await download(`${gateway.url}/0`)).toEqual(FILE);
			redirect((request) => (next(request) > 4 ? undefined : `/${next(request)}`));
			expect(await failureOf(download(`${gateway.url}/0`))).toMatchObject({ status: 302 });
		});
	});
});

describe('a gateway with https', () => {
	const requests: GatewayRequest[] = [];
	const clientOf = (options: Partial<GatewayClientOptions> = {}) =>
		createGatewayClient({
			baseUrl: 'https://gateway.example.com/base',
			apiKey: 'the-key',
			transport: (request) => {
				requests.push(request);
				return Promise.resolve({ status: 404, headers: {}, body: {} });
			},
			...options,
		});
	/** Whether a file is asked for; then whether with the key. */
	const asked = async (url: string, mediaHosts?: string) => {
		requests.length = 0;
		const client = clientOf(mediaHosts === undefined ? {} : { mediaHosts: readMediaHosts(mediaHosts) });
		await client.media.download(metadataOf(url)).catch(() => {});
		const [first] = requests;
		return first && ('SVC-API-KEY' in first.headers ? 'with key' : 'without key');
	};

	it.each([
		['https://gateway.example.com/file', 'with key'],
		['https://gateway.example.com:8443/file', undefined],
		['http://gateway.example.com/file', undefined],
		['https://lookaside.fbsbx.com/whatsapp/1', 'without key'],
		['https://scontent.x.fbcdn.net/1', 'without key'],
		['https://mmg.whatsapp.net/1', 'without key'],
		['http://lookaside.fbsbx.com/whatsapp/1', undefined],
		['https://fbcdn.net/1', undefined],
		['https://lookaside.fbsbx.com.evil.example/1', undefined],
		['https://evil.example/lookaside.fbsbx.com', undefined],
		['https://lookaside.fbsbx.com@evil.example/1', undefined],
	])('without Media Hosts: %s → %s', async (url, expected) => {
		expect(await asked(url)).toBe(expected);
	});

	it.each([
		['*.example.com', 'https://a.example.com/', 'without key'],
		['*.example.com+key', 'https://a.b.example.com/', 'with key'],
		['*.EXAMPLE.com', 'https://a.Example.com/', 'without key'],
		['*.example.com', 'https://example.com/', undefined],
		['*.example.com', 'https://badexample.com/', undefined],
		['example.com', 'https://a.example.com/', undefined],
		['example.com:8443', 'https://example.com:8443/', 'without key'],
		['example.com:8443', 'https://example.com/', undefined],
		['example.com', 'https://example.com:8443/', undefined],
		['example.com', 'https://lookaside.fbsbx.com/', undefined],
		['example.com, other.example+key', 'https://other.example/', 'with key'],
		['*', 'https://example.com/', 'without key'],
		['*', 'https://example.com:8443/', undefined],
		['*', 'http://example.com/', undefined],
		['10.0.0.1', 'https://10.0.0.1/', 'without key'],
		['[fd00::1]', 'https://[fd00::1]/', 'without key'],
		['localhost', 'https://localhost/', 'without key'],
	])('with "%s": %s → %s', async (mediaHosts, url, expected) => {
		expect(await asked(url, mediaHosts)).toBe(expected);
	});

	it.each([
		'https://10.0.0.1/',
		'https://127.1/',
		'https://2130706433/',
		'https://0x7f.0.0.1/',
		'https://169.254.169.254/',
		'https://172.16.0.1/',
		'https://192.168.1.1/',
		'https://100.64.0.1/',
		'https://[::1]/',
		'https://[fd00::1]/',
		'https://[fe80::1]/',
		'https://[::ffff:10.0.0.1]/',
		'https://[fec0::1]/',
		'https://[feff::1]/',
		'https://[::10.0.0.1]/',
		'https://[64:ff9b::a00:1]/',
		'https://0.0.0.0/',
		'https://localhost/',
		'https://a.localhost./',
	])('every host does not include the private address %s', async (url) => {
		expect(await asked(url, '*')).toBeUndefined();
	});

	it.each(['https://8.8.8.8/', 'https://172.32.0.1/', 'https://[2606:4700::1]/'])(
		'every host includes the public address %s',
		async (url) => {
			expect(await asked(url, '*')).toBe('without key');
		},
	);
});

it('a name that has a private address is not asked, over axios', async () => {
	const server = await startHttpServer((_request, response) => response.end(FILE));
	const url = server.url.replace('127.0.0.1', 'localhost');
	const request: GatewayRequest = { method: 'GET', url, headers: {}, answer: 'stream' };
	const asking = axiosTransport()({ ...request, publicUnlessIn: 'Media Hosts' });
	expect(await failureOf(asking)).toMatchObject({
		maybeSent: false,
		message: 'localhost has the private address 127.0.0.1. Name localhost in Media Hosts if you trust it.',
	});
	expect(server.requests).toEqual([]);
	expect((await axiosTransport()(request)).status).toBe(200);
	await server.close();
});

it('Media Hosts names everything that is wrong with it', () => {
	expect(() => readMediaHosts('https://a.example/, ok.example, *+key a*.example')).toThrow(
		'Media Hosts: "https://a.example/" isn\'t a host such as files.example.com; the API key can\'t go to every host, so "*+key" isn\'t allowed; "a*.example" isn\'t a host such as files.example.com.',
	);
	expect(readMediaHosts(' ')).toEqual([]);
});

it.each(['*', '*.com', '*.COM', '*.com.', '*.com:8443', '*.internal', '*.co.uk', '*.com.br.'])(
	'Media Hosts lets no API key go to hosts that anybody can have: %s',
	(host) => {
		expect(() => readMediaHosts(`ok.example ${host}+key`)).toThrow(
			`so "${host.toLowerCase()}+key" isn't allowed.`,
		);
		expect(readMediaHosts(host)).toHaveLength(1);
	},
);

it.each(['*.example.com', '*.files.example.co.uk', '*.ibm.de', 'localhost', '10.0.0.1'])(
	'Media Hosts lets the API key go to %s',
	(host) => {
		expect(readMediaHosts(`${host}+key`)).toEqual([{ host, sendKey: true }]);
	},
);
