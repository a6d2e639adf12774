import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { createGatewayClient, type GatewayClient } from '../../gateway';
import { type HttpServer, json, startHttpServer } from '../support/http-server';
import { failureOf } from './support/scene';

const KEY = 'secret/key+1';
const TEXT = { to: '+49 170 1234567', type: 'text', text: { body: 'Hi' } };

let server: HttpServer;
let answer: (response: ServerResponse) => void;
beforeEach(async () => {
	server = await startHttpServer((_request, response) => answer(response));
});
afterEach(() => server.close());

const clientOf = (apiKey = KEY) => createGatewayClient({ baseUrl: server.url, apiKey });
/** Everything that an error keeps, in one text. */
const shown = (error: Error) =>
	inspect(error, { depth: Infinity }) + JSON.stringify(error) + error.message + String(error.stack);

describe('a key that a gateway repeats', () => {
	const echoes = [KEY, encodeURIComponent(KEY)].join(' and ');
	const send = ({ messages }: GatewayClient) => messages.send(TEXT);

	it.each<[string, number, unknown, (client: GatewayClient) => Promise<unknown>]>([
		['a refusal', 401, { error: `invalid key ${echoes}` }, send],
		[
			"the platform's error",
			400,
			{ error: { code: 100, message: echoes, error_data: { details: echoes } } },
			send,
		],
		['fields of a refusal that nobody reads', 400, { error: 'no', [KEY]: { request: [echoes] } }, send],
		['a refusal that is a text', 400, echoes, send],
		['an answer of unknown format', 200, { headers: { key: echoes } }, send],
		['what is not done', 200, { success: false, error: echoes }, ({ groups }) => groups.delete('1')],
		[
			'a template that is not deleted',
			200,
			{ meta: { success: false, developer_message: echoes } },
			({ templates }) => templates.delete('a'),
		],
	])('stands nowhere in the error: %s', async (_, status, body, act) => {
		answer = (response) => json(response, status, body);
		const error = await failureOf(act(clientOf()));
		expect(error).toMatchObject({ name: 'GatewayError', status });
		expect(shown(error)).not.toContain(KEY);
		expect(shown(error)).not.toContain(encodeURIComponent(KEY));
		expect(shown(error)).toContain('[API key]');
	});

	it('stands nowhere in the error of a connection', async () => {
		const transport = () => Promise.reject(Object.assign(new Error(`No proxy for ${KEY}`), { code: 'X' }));
		const { TransportError } = await import('../../gateway');
		const client = createGatewayClient({
			baseUrl: server.url,
			apiKey: KEY,
			transport: () =>
				transport().catch(({ message }: Error) => Promise.reject(new TransportError(message, 'X'))),
		});
		const error = await failureOf(send(client));
		expect(error).toMatchObject({ details: 'No proxy for [API key]' });
		expect(shown(error)).not.toContain(KEY);
	});

	it.each(['', 'a', 'ab', 'abc', 'user:', 'a longer name:'])(
		'stands in no encoding of it after "%s"',
		async (before) => {
			const encoded = (['base64', 'base64url', 'hex'] as const).map((as) =>
				Buffer.from(`${before}${KEY}${KEY}`).toString(as),
			);
			answer = (response) => json(response, 401, { error: `You sent ${encoded.join(' and ')}.` });
			const text = shown(await failureOf(send(clientOf())));
			const parts = text
				.split(/[^\w+/=]+|\[API key\]/)
				.flatMap((part) => [part, part.slice(1), part.slice(2)]);
			for (const part of parts) {
				for (const as of ['base64', 'hex'] as const) {
					expect(Buffer.from(part, as).toString()).not.toContain(KEY);
				}
			}
			expect(text.match(/\[API key\]/g)!.length).toBeGreaterThanOrEqual(6);
		},
	);

	it('of fewer than 8 characters is left, as it would hide ordinary words', async () => {
		answer = (response) => json(response, 400, { error: 'invalid key' });
		expect(await failureOf(send(clientOf('key')))).toMatchObject({ title: 'invalid key' });
	});

	it('stays in what succeeds: a webhook URL may contain it', async () => {
		const url = `https://hooks.example/${KEY}`;
		answer = (response) => json(response, 200, { url });
		expect(await clientOf().webhook.get()).toMatchObject({ url });
	});
});

it('a refusal that is nested 80,000 levels deep is still one', async () => {
	const levels = 80_000;
	answer = (response) =>
		response.writeHead(400).end(`${'{"detail":'.repeat(levels)}"x"${'}'.repeat(levels)}`);
	expect(await failureOf(clientOf().messages.send(TEXT))).toMatchObject({
		name: 'GatewayError',
		status: 400,
		effect: 'fix-request',
	});
});
