import type { Store } from '../../engine';
import { registerWebhook } from '../../receiver';
import { createGatewayClient } from '../../gateway';
import { openStore } from '../../store';
import { clientOf } from '../sandbox/support/client';
import { cliScene } from './support/cli-scene';

const OURS = 'http://127.0.0.1:9/webhook/shop';
const FOREIGN = 'http://127.0.0.1:9/another-system';

describe('business-messaging webhook check', () => {
	const scene = cliScene();
	let store: Store;
	beforeEach(async () => {
		store = await openStore(scene.storeUrl);
	});
	afterEach(() => store.close());

	const check = (...args: string[]) => {
		const { url, phoneNumberId, apiKey } = scene.sandbox;
		const flags = ['--base-url', url, '--channel', phoneNumberId, ...args];
		const env = { BUSINESS_MESSAGING_STORE: scene.storeUrl, BUSINESS_MESSAGING_API_KEY: apiKey };
		return scene.run(['webhook', 'check', ...flags], env);
	};

	/** A workflow is published, which registers its webhook. */
	async function publish(): Promise<void> {
		const { url, phoneNumberId, apiKey } = scene.sandbox;
		const { webhook } = createGatewayClient({ baseUrl: url, apiKey });
		const owner = { id: 'workflow/node', name: 'The shop' };
		await registerWebhook({ store, webhook, channel: phoneNumberId, url: OURS, owner });
	}
	const now = async () => (await clientOf(scene.sandbox).get('/v1/configs/webhook')).body.url;

	it('exits with 0 if the number delivers to the workflow', async () => {
		await publish();
		expect(await check()).toEqual({
			code: 0,
			stdout: `The number ${scene.sandbox.phoneNumberId} delivers to ${OURS}, where "The shop" takes it.\n`,
			stderr: '',
		});
	});

	it('exits with 1 if it delivers elsewhere, changes nothing, and points it back with --repair', async () => {
		await publish();
		await clientOf(scene.sandbox).setWebhook(FOREIGN);
		const found = await check('--json');
		expect([found.code, JSON.parse(found.stdout)]).toEqual([
			1,
			expect.objectContaining({ state: 'elsewhere', url: FOREIGN, expected: OURS }),
		]);
		expect((await check()).stdout).toMatch(
			/, but "The shop" takes it at .* To point it there again, use --repair\.$/m,
		);
		expect(await now()).toBe(FOREIGN);

		const repaired = await check('--repair');
		expect([repaired.code, repaired.stdout]).toEqual([
			0,
			expect.stringMatching(/ Now it delivers to .* again/),
		]);
		expect(await now()).toBe(OURS);
	});

	it('exits with 1 if no workflow of the store has set it', async () => {
		const { code, stdout } = await check();
		expect([code, stdout]).toEqual([1, expect.stringMatching(/ delivers nowhere\. No published workflow/)]);
	});

	it('blames the key and the address by the names that they were given by', async () => {
		await publish();
		const wrongKey = await check('--api-key', 'wrong');
		expect([wrongKey.code, wrongKey.stderr]).toEqual([
			1,
			expect.stringMatching(
				/^--api-key isn't a key that the gateway accepts\. GET \/v1\/configs\/webhook failed with 401/,
			),
		]);
		const wrongAddress = await check('--base-url', 'http://127.0.0.1:9/');
		expect([wrongAddress.code, wrongAddress.stderr]).toEqual([
			1,
			expect.stringMatching(/^--base-url may not be the gateway's address\. /),
		]);
	});

	it('names all mistakes', async () => {
		const { code, stderr } = await scene.run(['webhook', 'check'], { BUSINESS_MESSAGING_STORE: '' });
		expect(code).toBe(2);
		expect(stderr.split('\n').slice(0, 4)).toEqual([
			expect.stringMatching(/^--store is required/),
			'--channel is required: the phone number ID.',
			expect.stringMatching(/^--api-key is required: .*BUSINESS_MESSAGING_API_KEY\.$/),
			"--base-url is required: the gateway's URL.",
		]);
	});
});
