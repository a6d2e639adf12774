import { webhook } from '../../nodes/BusinessMessaging/webhook';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { HttpServer } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { failureOf, runOperation } from './support/run-operation';

const FORMER = 'https://example.com/former';

let sandbox: Sandbox;
let gateway: HttpServer;
/** What the gateway, which takes any text, delivers to. */
let url: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	gateway = await startHttpServer(({ body }, response) => {
		if (body !== undefined) ({ url } = body as { url: string });
		json(response, 200, { url });
	});
});
beforeEach(() => void (url = FORMER));
afterAll(async () => {
	await gateway.close();
	await sandbox.close();
});

const operation = (name: string) => webhook.operations.find(({ value }) => value === name)!;
const run = (name: string, form: object) =>
	runOperation({ ...sandbox, url: gateway.url }, operation(name), { ...form });

describe.each([
	['set', (given: string) => ({ url: given })],
	['migrate', (given: string) => ({ url: given })],
	['revert', (given: string) => ({ options: { url: given } })],
])('Webhook: %s', (name, form) => {
	it.each(['https://example.com/next', 'http://localhost:5678/next', ' https://example.com/next '])(
		'sets the URL that is given: %j',
		async (given) => {
			expect((await run(name, form(given))).items).toMatchObject([{ url: given.trim(), replaced: FORMER }]);
			expect(url).toBe(given.trim());
		},
	);

	it.each(['nonsense', 'example.com/next', '/next'])(
		'refuses %j, which isn’t a URL, before the call',
		async (given) => {
			const { message } = await failureOf(run(name, form(given)));
			expect(message).toMatch(`"${given}" isn't a URL. A URL looks like https://example.com/webhook`);
			expect(url).toBe(FORMER);
		},
	);
});

it('Revert without a URL restores the one that was replaced last, however it is written', async () => {
	url = 'former';
	await run('set', { url: 'https://example.com/next' });
	expect((await run('revert', {})).items).toEqual([{ url: 'former', replaced: 'https://example.com/next' }]);
	expect(url).toBe('former');
});
