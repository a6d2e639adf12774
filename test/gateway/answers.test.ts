import type { ServerResponse } from 'node:http';
import {
	axiosTransport,
	createGatewayClient,
	type GatewayClientOptions,
	TransportError,
} from '../../gateway';
import { type HttpServer, json, type Request, startHttpServer } from '../support/http-server';
import { impatientRuntime } from '../support/impatient-runtime';
import { failureOf } from './support/scene';

const ACCEPTED = { messages: [{ id: 'wamid.1' }] };
const TEXT = { to: '+49 170 1234567', type: 'text', text: { body: 'Hi' } };

let server: HttpServer;
let answer: (request: Request, response: ServerResponse) => void;
beforeEach(async () => {
	answer = (_, response) => json(response, 200, ACCEPTED);
	server = await startHttpServer((request, response) => answer(request, response));
});
afterEach(() => server.close());

const clientOf = (options: Partial<GatewayClientOptions> = {}) =>
	createGatewayClient({ baseUrl: server.url, apiKey: 'the-key', ...options });

describe('a request', () => {
	it.each([
		['gateway', 'svc-api-key'],
		['360dialog', 'd360-api-key'],
	] as const)('of the profile %s carries the key in %s', async (profile, header) => {
		await clientOf({ profile }).messages.send(TEXT);
		expect(server.requests[0]!.headers[header]).toBe('the-key');
	});

	it('carries the key in an overridden header', async () => {
		await clientOf({ profile: { apiKeyHeader: 'X-KEY' } }).messages.send(TEXT);
		expect(server.requests[0]!.headers['x-key']).toBe('the-key');
	});

	it.each(['', '/', '//', '/base', '/base/'])(
		'goes to the base URL, written with %j at its end',
		async (end) => {
			await clientOf({ baseUrl: ` ${server.url}${end} ` }).messages.send(TEXT);
			expect(server.requests[0]!.url).toBe(end.includes('base') ? '/base/messages' : '/messages');
		},
	);

	it('a base URL that is none is refused at once, with what one looks like', () => {
		expect(() => clientOf({ baseUrl: 'gateway' })).toThrow(/a URL such as https:.*, not "gateway"/);
		expect(() => clientOf({ baseUrl: undefined as never })).toThrow(/a URL such as https:.*missing/);
		expect(() => clientOf({ baseUrl: 'https://me:se#cret@host:x' })).toThrow('not "https://…@host:x"');
	});

	it.each([
		[
			'a number, however written',
			{ to: '+49 170 1234567' },
			{ to: '491701234567', recipient_type: 'individual' },
		],
		[
			'a user id, in a field of its own',
			{ to: 'US.1349' },
			{ recipient: 'US.1349', recipient_type: 'individual' },
		],
		[
			'a group, by its id as it is',
			{ to: '49-17', recipient_type: 'group' },
			{ to: '49-17', recipient_type: 'group' },
		],
	])('names %s', async (_, to, expected) => {
		await clientOf().messages.send({ ...TEXT, ...to } as typeof TEXT);
		const { body } = server.requests[0]!;
		expect(body).toMatchObject({ messaging_product: 'whatsapp', type: 'text', ...expected });
		expect(Object.keys(body as object).filter((name) => name === 'to' || name === 'recipient')).toHaveLength(
			1,
		);
	});
});

describe('an answer', () => {
	it.each([
		['without contacts', ACCEPTED],
		['with contacts that have no number', { ...ACCEPTED, contacts: [{ user_id: 'US.1' }] }],
		[
			'with nulls',
			{ messages: [{ id: 'wamid.1', message_status: null }], contacts: [{ input: '1', wa_id: null }] },
		],
		['with fields that nobody knows', { ...ACCEPTED, tomorrow: { x: 1 } }],
	])('%s still means accepted', async (_, body) => {
		answer = (__, response) => json(response, 200, body);
		expect((await clientOf().messages.send(TEXT)).messages[0]!.id).toBe('wamid.1');
	});

	it.each<[string, unknown]>([
		['without a message', { messages: [] }],
		['an empty object', {}],
		['a text', 'ok'],
	])('200, but %s: the message may be out', async (_, body) => {
		answer = (__, response) => json(response, 200, body);
		expect(await failureOf(clientOf().messages.send(TEXT))).toMatchObject({
			effect: 'unknown-outcome',
			status: 200,
		});
	});

	it('an error names the request, never the key or the content', async () => {
		answer = (_, response) =>
			json(response, 400, {
				error: { code: 131047, message: 'Re-engagement', error_data: { details: 'closed' } },
			});
		const failure = await failureOf(clientOf().messages.send(TEXT));
		expect(failure).toMatchObject({
			name: 'GatewayError',
			status: 400,
			code: 131047,
			effect: 'redecide',
			details: 'closed',
		});
		expect(failure.message).toBe('POST /messages failed with 400: Re-engagement: closed (code 131047)');
	});

	it.each([
		[401, { error: 'unauthorized' }, 'account-stop', 'unauthorized'],
		[400, { meta: { success: false, developer_message: 'no' } }, 'fix-request', 'no'],
		[
			400,
			{ error: { code: 132018, message: 'T', error_data: { details: 'there is an active conversation' } } },
			'redecide',
			'T',
		],
		[500, '', 'unknown-outcome', 'HTTP 500 without a reason'],
		[502, '<html>', 'unknown-outcome', 'HTTP 502 without a reason'],
	])('%d %j → %s', async (status, body, effect, title) => {
		answer = (_, response) => json(response, status, body);
		expect(await failureOf(clientOf().messages.send(TEXT))).toMatchObject({ status, effect, title });
	});

	it('sets the clock by its Date header, also with an error', async () => {
		const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
		answer = (_, response) => json(response, 400, { error: 'no' }, { date });
		const client = clientOf();
		expect(client.clock()).toBeUndefined();
		await failureOf(client.messages.send(TEXT));
		expect(client.clock()).toMatchObject({ gatewayTime: Date.parse(date), virtual: false });
	});

	it.each([
		['in the same second, to the millisecond', 999, 999],
		['in another one, by the date', 1_000, 0],
		['that isn’t a time, by the date', 'now', 0],
	])('sets it by what an emulator says %s', async (_, said, after) => {
		const date = 'Sun, 01 Mar 2026 12:00:00 GMT';
		const precise = typeof said === 'number' ? String(Date.parse(date) + said) : said;
		answer = (_request, response) => json(response, 200, {}, { date, 'x-virtual-clock': precise });
		const client = clientOf();
		await client.webhook.get().catch(() => {});
		expect(client.clock()).toMatchObject({ gatewayTime: Date.parse(date) + after, virtual: true });
	});
});

describe('no answer', () => {
	it('a reset connection: the message may be out', async () => {
		answer = (_, response) => response.socket?.resetAndDestroy();
		expect(await failureOf(clientOf().messages.send(TEXT))).toMatchObject({
			effect: 'unknown-outcome',
			status: undefined,
		});
	});

	it('a connection that ends in the middle of the answer: the message may be out', async () => {
		answer = (_, response) => {
			response.writeHead(200, { 'content-length': '100' });
			response.write('{');
			response.socket?.end();
		};
		expect(await failureOf(clientOf().messages.send(TEXT))).toMatchObject({ effect: 'unknown-outcome' });
	});

	it('a timeout: the message may be out', async () => {
		answer = () => {};
		const client = clientOf({ transport: axiosTransport({ timeout: 50 }) });
		expect(await failureOf(client.messages.send(TEXT))).toMatchObject({ effect: 'unknown-outcome' });
	});

	it('a refused connection: it is not out, and may be tried again', async () => {
		const { url } = server;
		await server.close();
		const failure = await failureOf(clientOf({ baseUrl: url }).messages.send(TEXT));
		expect(failure).toMatchObject({ effect: 'retry', status: undefined });
	});

	it.each([
		['ECONNREFUSED', false],
		['ENOTFOUND', false],
		['EHOSTUNREACH', false],
		['CERT_HAS_EXPIRED', false],
		['DEPTH_ZERO_SELF_SIGNED_CERT', false],
		['ERR_INVALID_CHAR', false],
		['ECONNRESET', true],
		['ECONNABORTED', true],
		['ETIMEDOUT', true],
		['EPIPE', true],
		[undefined, true],
	])('%s: may it have been sent? %s', (code, maybeSent) => {
		expect(new TransportError('failed', code).maybeSent).toBe(maybeSent);
	});
});

describe('all templates, page by page', () => {
	const items = Array.from({ length: 2_500 }, (_, each) => ({ name: `t${each}`, language: 'de' }));
	const page = ({ url }: Request) => {
		const query = new URL(url, 'http://x').searchParams;
		const offset = Number(query.get('offset'));
		return items.slice(offset, offset + Number(query.get('limit') ?? 1_000));
	};

	it.each<[string, object]>([
		['with a total', { total: items.length }],
		['without a total', {}],
	])('%s', async (_, more) => {
		answer = (request, response) => json(response, 200, { waba_templates: page(request), ...more });
		expect(await clientOf().templates.listAll()).toHaveLength(items.length);
	});

	it('a total that is never reached ends with the first empty page', async () => {
		answer = (request, response) => json(response, 200, { waba_templates: page(request), total: 9_999 });
		expect(await clientOf().templates.listAll()).toHaveLength(items.length);
	});

	it('filters go as one JSON object', async () => {
		answer = (_, response) => json(response, 200, { waba_templates: [] });
		await clientOf().templates.listAll({
			filters: { 'business_templates.name': 'a b&c', status: 'APPROVED' },
		});
		const filters = new URL(server.requests[0]!.url, 'http://x').searchParams.get('filters');
		expect(JSON.parse(filters!)).toEqual({ 'business_templates.name': 'a b&c', status: 'APPROVED' });
	});
});

describe('a template list with items that cannot be read', () => {
	const offer = { name: 'offer', language: 'en_US', status: 'APPROVED' };
	const lists = (...waba_templates: unknown[]) => {
		answer = (_, response) => json(response, 200, { total: waba_templates.length, waba_templates });
	};

	it('is still a list, without them, and says how many there are', async () => {
		lists(offer, { language: 'de' }, 'no template', null);
		expect(await clientOf().templates.list()).toMatchObject({ waba_templates: [offer], unreadable: 3 });
		expect(await clientOf().templates.listAll()).toMatchObject([offer]);
	});

	it.each(['external_id', 'status', 'category', 'components'])(
		'an item whose %s is null is read',
		async (name) => {
			lists({ ...offer, [name]: null }, offer);
			expect(await clientOf().templates.listAll()).toHaveLength(2);
		},
	);

	it('a component that cannot be read hides no other', async () => {
		lists({ ...offer, components: [null, { type: 'BODY', text: 'Hi' }, {}] });
		const [item] = await clientOf().templates.listAll();
		expect(item!.components).toEqual([{ type: 'BODY', text: 'Hi' }]);
	});

	it('a page full of them is not the last one', async () => {
		let asked = 0;
		answer = (_, response) => {
			asked += 1;
			json(response, 200, { total: 2, waba_templates: asked === 1 ? [null] : [offer] });
		};
		expect(await clientOf().templates.listAll()).toMatchObject([offer]);
	});
});

it.each(['BODY', 'body', 'Button'])('a component of the type %s in a message is checked', async (type) => {
	const components = [{ type, parameters: [{ type: 'TEXT', text: '' }] }];
	const template = { name: 'offer', language: { code: 'en_US' }, components };
	const error = await failureOf(clientOf().messages.send({ to: '491', type: 'template', template }));
	expect(error).toMatchObject({
		name: 'InvalidRequest',
		problems: expect.arrayContaining([
			{ path: ['template', 'components', 0, 'parameters', 0], message: 'has no text' },
		]) as unknown,
	});
});

describe('a call that only reads is tried again while the gateway has trouble', () => {
	/** Waiting for another try takes no time. */
	const impatient = impatientRuntime((ms, kind) => (kind === 'background' ? ms : 0));
	const failing = (status: number, times: number) => {
		answer = (_, response) =>
			server.requests.length <= times
				? json(response, status, { error: 'trouble' })
				: json(response, 200, { url: 'https://a.example' });
	};
	const reading = () => clientOf({ runtime: impatient }).webhook.get();

	it.each([500, 502, 503, 429])('until it works, after %i', async (status) => {
		failing(status, 2);
		expect(await reading()).toMatchObject({ url: 'https://a.example' });
	});

	it('three times at most: then the caller may try again later', async () => {
		failing(500, 3);
		expect(await failureOf(reading())).toMatchObject({ status: 500, effect: 'retry', call: 'read' });
		expect(server.requests).toHaveLength(3);
	});

	it.each([400, 401, 404])('not after %i, which says for certain', async (status) => {
		failing(status, 1);
		expect(await failureOf(reading())).toMatchObject({ status });
		expect(server.requests).toHaveLength(1);
	});

	it('a message is not sent again, as it may be out', async () => {
		answer = (_, response) => json(response, 500, { error: 'trouble' });
		expect(await failureOf(clientOf({ runtime: impatient }).messages.send(TEXT))).toMatchObject({
			effect: 'unknown-outcome',
			call: 'send',
		});
		expect(server.requests).toHaveLength(1);
	});

	it('what changes something is not repeated either', async () => {
		answer = (_, response) => json(response, 500, { error: 'trouble' });
		const failure = await failureOf(clientOf({ runtime: impatient }).webhook.set('https://a.example'));
		expect(failure).toMatchObject({ effect: 'unknown-outcome', call: 'write' });
		expect(server.requests).toHaveLength(1);
	});
});
