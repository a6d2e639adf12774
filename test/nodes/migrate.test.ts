import { migrate } from '../../nodes/BusinessMessaging/webhook/set-url.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { HttpServer } from '../support/http-server';
import { json, startHttpServer } from '../support/http-server';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
let gateway: HttpServer;
let url: string;
/** What the gateway makes of a URL that is set. */
let spell: (url: string) => string;

beforeAll(async () => {
	sandbox = await startSandbox();
	gateway = await startHttpServer(({ body }, response) => {
		if (body !== undefined) url = spell((body as { url: string }).url);
		json(response, 200, { url });
	});
});
beforeEach(() => void (url = 'https://example.com/former'));
afterAll(async () => {
	await gateway.close();
	await sandbox.close();
});

const run = () =>
	runOperation({ ...sandbox, url: gateway.url }, migrate, { url: 'https://Shop.example.com/hook' });

describe('Migrate', () => {
	it('verifies the URL if the gateway lowercases its host and ends it with a slash', async () => {
		spell = (url) => `${new URL(url).href}/`;
		expect((await run()).items).toMatchObject([
			{ url: 'https://Shop.example.com/hook', replaced: 'https://example.com/former', verified: true },
		]);
	});

	it('fails if the gateway delivers to another URL', async () => {
		spell = () => 'https://example.com/elsewhere';
		expect((await failureOf(run())).message).toMatch('but delivers to https://example.com/elsewhere');
	});
});
