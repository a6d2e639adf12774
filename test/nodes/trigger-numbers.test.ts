import type { IDataObject, ITriggerFunctions } from 'n8n-workflow';
import { createGatewayClient } from '../../gateway';
import { keepRegistered } from '../../nodes/BusinessMessagingTrigger/keep-registered';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';
import { inSqlite } from '../support/stores';
import { openTestClock } from '../support/test-clock';
import { until } from '../support/until';
import * as wire from '../support/wire';
import { requestHelpers, valueAt } from './support/run-operation';
import type { TriggerScene } from './support/trigger-scene';
import { openTriggerScene } from './support/trigger-scene';

const A = { channel: '100', account: 'A1', secret: 'secret of A' };
const B = { channel: '200', account: 'A2', secret: 'secret of B' };

/** A minute ago, in whole seconds as the platform's times are. */
const NOW = Math.floor(Date.now() / wire.SECOND) * wire.SECOND - wire.MINUTE;

/** A delivery for a number. */
function as({ channel, account }: { channel: string; account: string }, body: unknown): unknown {
	const text = JSON.stringify(body).replaceAll(wire.CHANNEL, channel).replaceAll(wire.ACCOUNT, account);
	return JSON.parse(text) as unknown;
}

describe('a trigger whose credential has two numbers', () => {
	let scene: TriggerScene;
	beforeEach(async () => {
		scene = await openTriggerScene(inSqlite());
	});
	afterEach(() => scene.close());

	const moreNumbers = JSON.stringify({ [B.channel]: { apiKey: 'key of B', signingSecret: B.secret } });
	const post = (secret: string, body: unknown, options: IDataObject = {}) =>
		scene.post({ ...A, secret, options, credential: { signingSecret: A.secret, moreNumbers } }, body);
	const message = (number: typeof A) =>
		as(number, wire.customerMessage({ at: NOW, id: `of ${number.channel}` }));

	it('takes the deliveries of each in, signed with its own secret', async () => {
		for (const number of [A, B]) {
			const { status, items } = await post(number.secret, message(number));
			expect([status, items.map(({ channel }) => channel)]).toEqual([200, [number.channel]]);
		}
	});

	it("refuses a delivery that one number's secret signed for the other", async () => {
		expect(await post(A.secret, message(B))).toMatchObject({ status: 401, items: [] });
		expect(await post(B.secret, message(A))).toMatchObject({ status: 401, items: [] });
	});

	it('gives an event whose delivery names no number to the one whose secret signed it', async () => {
		await post(B.secret, message(B));
		const standby = as(B, wire.customerMessage({ at: NOW, standby: true, id: 'unnamed' }));
		const unnamed = JSON.parse(JSON.stringify(standby).replaceAll(B.channel, '')) as unknown;
		await post(B.secret, unnamed);
		const { event } = (await scene.store.inbox.read()).at(-1)!;
		expect(event).toMatchObject({ channel: B.channel });
	});

	it('starts for the numbers that are chosen alone', async () => {
		const options = { numbers: [B.channel] };
		expect(await post(B.secret, message(B), options)).toMatchObject({ status: 200, items: [{}] });
		expect(await post(A.secret, message(A), options)).toMatchObject({ status: 401, items: [] });
	});
});

describe('while a workflow is published, each number of its credential', () => {
	const URL = 'http://127.0.0.1:9/webhook/hook/webhook';
	let several: SeveralNumbers;
	let credential: IDataObject;
	let failures: string[];
	let end: () => Promise<void>;
	const clock = openTestClock();

	const webhookOf = async ({ apiKey }: Sandbox) =>
		(await createGatewayClient({ baseUrl: several.url, apiKey }).webhook.get()).url;
	const delivers = async (sandbox: Sandbox, url = URL) =>
		until(async () => (await webhookOf(sandbox)) === url);

	function publish(options: IDataObject = {}): void {
		const context = {
			getCredentials: () => Promise.resolve(credential),
			getNode: () => ({ id: 'trigger', name: 'Trigger' }),
			getWorkflow: () => ({ id: `workflow of ${several.url}`, name: 'Workflow' }),
			getMode: () => 'trigger',
			getActivationMode: () => 'activate',
			getWorkflowStaticData: () => ({ webhookUrl: URL }),
			getNodeParameter: (name: string, ifMissing: unknown) => valueAt({ options }, name) ?? ifMissing,
			logger: { warn: () => {} },
			saveFailedExecution: ({ message, description }: { message: string; description: string }) =>
				failures.push(`${message}: ${description}`),
			helpers: requestHelpers,
		};
		end = keepRegistered(context as unknown as ITriggerFunctions, clock.runtime);
	}

	beforeEach(async () => {
		several = await startSeveralNumbers(3);
		credential = { ...several.credential.data, store: 'sqlite::memory:' };
		failures = [];
	});
	afterEach(async () => {
		await end();
		await several.close();
	});

	it('delivers to it', async () => {
		publish();
		for (const sandbox of several.sandboxes) await delivers(sandbox);
		expect(failures).toEqual([]);
	});

	it('delivers to it although another one cannot be registered, which is reported with its number', async () => {
		const [one, two, three] = several.sandboxes;
		const change = { [two!.phoneNumberId]: { apiKey: 'wrong' } };
		credential.moreNumbers = several.more([two!, three!], change);
		publish();
		for (const sandbox of [one!, three!]) await delivers(sandbox);
		await until(() => failures.length > 0);
		expect(failures).toHaveLength(1);
		expect(failures[0]).toContain(`The webhook of ${two!.phoneNumberId} can't be registered`);
		expect(await webhookOf(two!)).toBe('');
	});

	it('is not registered without a signing secret, which is reported', async () => {
		const [, two, three] = several.sandboxes;
		credential.moreNumbers = several.more([two!, three!], { [two!.phoneNumberId]: { signingSecret: '' } });
		publish();
		await until(() => failures.length > 0);
		expect(failures[0]).toContain(`The credential has no signing secret for ${two!.phoneNumberId}.`);
		expect(await webhookOf(two!)).toBe('');
	});

	it('delivers to it a minute after it was added to the credential, and as before once it is removed', async () => {
		publish();
		for (const sandbox of several.sandboxes) await delivers(sandbox);
		const added = await startSandbox();
		const others = several.sandboxes.slice(1);
		several.add(added);
		await createGatewayClient({ baseUrl: several.url, apiKey: added.apiKey }).webhook.set(
			'http://127.0.0.1:9/other',
		);
		const before = credential.moreNumbers;
		credential.moreNumbers = several.more([...others, added]);
		await clock.pass(59_999);
		expect(await webhookOf(added)).toBe('http://127.0.0.1:9/other');
		await clock.pass(1);
		await delivers(added);
		credential.moreNumbers = before;
		await clock.pass(60_000);
		await delivers(added, 'http://127.0.0.1:9/other');
		for (const sandbox of others) expect(await webhookOf(sandbox)).toBe(URL);
	});

	it('delivers to it only if it is chosen, where numbers are', async () => {
		const [one, two] = several.sandboxes;
		publish({ numbers: [two!.phoneNumberId] });
		await delivers(two!);
		expect(await webhookOf(one!)).toBe('');
	});
});
