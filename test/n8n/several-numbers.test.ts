import { createGatewayClient } from '../../gateway';
import { itemsOf } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';
import { until } from '../support/until';
import { ask, customersOf, tell } from './support/waits';
import { byHand, line, messaging, trigger } from './support/workflows';

const ADA = '491701234567';
const EVE = '491701234568';
const FOREIGN = 'http://127.0.0.1:9/another-system';

let several: SeveralNumbers;
let n8n: BorrowedN8n;
const credentials = { businessMessagingApi: { id: 'bmSeveral', name: 'Several numbers' } };
const partly = { businessMessagingApi: { id: 'bmPartly', name: 'One key is wrong' } };
const answers = messaging({
	resource: 'message',
	operation: 'sendText',
	to: '={{ $json.contact }}',
	text: '={{ "You wrote to " + $json.channel }}',
	options: {},
});

beforeAll(async () => {
	several = await startSeveralNumbers(3);
	const { credential, sandboxes, more } = several;
	const [, two, three] = sandboxes;
	for (const { apiKey } of sandboxes) {
		await createGatewayClient({ baseUrl: several.url, apiKey }).webhook.set(FOREIGN);
	}
	const wrong = more([two!, three!], { [three!.phoneNumberId]: { apiKey: 'wrong' } });
	n8n = await borrowN8n({
		credentials: [
			credential,
			{
				...credential,
				id: 'bmPartly',
				name: 'One key is wrong',
				data: { ...credential.data, moreNumbers: wrong },
			},
		],
		workflows: [
			line('answers', [
				{ ...trigger('answers-hook', { events: ['message'] }), credentials },
				{ ...answers, credentials },
			]),
			line('partly', [
				{ ...trigger('partly-hook', { events: ['message'] }), credentials: partly },
				{ ...answers, credentials: partly },
			]),
			line('asks', [
				{ ...trigger('asks-hook', { events: ['message'] }), credentials },
				{
					...ask({ responseType: 'freeText', message: '={{ "Your name at " + $json.channel + "?" }}' }),
					credentials,
				},
				{
					...tell(
						'={{ $("Trigger").first().json.channel + " got " + $json.data.text + " on " + $json.channel }}',
					),
					credentials,
				},
			]),
			line('webhooks', [byHand, { ...messaging({ resource: 'webhook', operation: 'get' }), credentials }]),
			line('silent', [
				byHand,
				{
					...messaging({ resource: 'message', operation: 'sendText', to: ADA, text: 'Hi', options: {} }),
					credentials,
				},
			]),
		],
	});
});

afterAll(async () => {
	await n8n?.stop();
	await several?.close();
});

const webhookOf = async ({ apiKey }: Sandbox) =>
	(await createGatewayClient({ baseUrl: several.url, apiKey }).webhook.get()).url;
const runByHand = async (workflow: string) =>
	n8n.api.waitForExecution(await n8n.api.runWorkflow(workflow, 'By hand'));
const hook = (workflow: string) => `${n8n.url}/webhook/${workflow}-hook/webhook`;
const textsFrom = ({ control }: Sandbox) =>
	control.sent().map(({ body }) => (body as { text?: { body?: string } }).text?.body);

it('one workflow receives for each number of its credential, and answers from the one that was written to', async () => {
	await n8n.api.publish('answers');
	for (const sandbox of several.sandboxes) expect(await webhookOf(sandbox)).toBe(hook('answers'));
	for (const sandbox of several.sandboxes) {
		await sandbox.control.customerWrites({ from: ADA, text: 'Hello' });
		await until(() => textsFrom(sandbox).length > 0);
		expect(textsFrom(sandbox)).toEqual([`You wrote to ${sandbox.phoneNumberId}`]);
	}
	await n8n.api.unpublish('answers');
	for (const sandbox of several.sandboxes) expect(await webhookOf(sandbox)).toBe(FOREIGN);
});

it('an answer continues the execution that asked on its number, also if the customer is asked on several', async () => {
	await n8n.api.publish('asks');
	const numbers = several.sandboxes.map((sandbox) => ({ ...sandbox, customers: customersOf(sandbox) }));
	for (const { control } of numbers) await control.customerWrites({ from: EVE, text: 'Hello' });
	for (const { customers, phoneNumberId } of numbers) {
		await customers.message(EVE);
		expect(customers.texts(EVE)).toEqual([`Your name at ${phoneNumberId}?`]);
	}
	const waiting = () => n8n.api.executions({ workflowId: 'asks', status: 'waiting' });
	await until(async () => (await waiting()).length === 3);
	// The last number is answered first: the others still wait.
	for (const [index, { control, customers, phoneNumberId }] of [...numbers].reverse().entries()) {
		await control.customerWrites({ from: EVE, text: `Eve ${index}` });
		await customers.message(EVE, 2);
		expect(customers.texts(EVE)[1]).toMatch(new RegExp(`^${phoneNumberId} got Eve ${index} on `));
		await until(async () => (await waiting()).length === 2 - index);
		const asked = numbers.map((number) => number.customers.texts(EVE).length);
		expect(asked).toEqual([0, 1, 2].map((place) => (place >= 2 - index ? 2 : 1)));
	}
	for (const { customers, phoneNumberId } of numbers) {
		const others = several.sandboxes.map((each) => each.phoneNumberId).filter((id) => id !== phoneNumberId);
		for (const other of others) expect(customers.texts(EVE).join()).not.toContain(other);
	}
	await n8n.api.unpublish('asks');
});

it('a workflow is published for the others if one number fails, which is reported', async () => {
	const [one, two, three] = several.sandboxes;
	await n8n.api.publish('partly');
	for (const sandbox of [one!, two!]) expect(await webhookOf(sandbox)).toBe(hook('partly'));
	expect(await webhookOf(three!)).toBe(FOREIGN);
	await n8n.api.waitForExecutions({ workflowId: 'partly', status: 'error' }, 1);
	const found = await n8n.api.executions({ workflowId: 'partly', status: 'error', includeData: true });
	expect(JSON.stringify(found)).toContain(`The webhook of ${three!.phoneNumberId} can't be registered`);
	await n8n.api.unpublish('partly');
});

it('a node that nothing tells from which number sends nothing, and lists them', async () => {
	const execution = await runByHand('silent');
	expect(JSON.stringify(execution)).toContain('From Number is empty, and nothing else says which number');
	for (const { phoneNumberId } of several.sandboxes) {
		expect(JSON.stringify(execution)).toContain(phoneNumberId);
	}
});

it('n8n shows the IDs of more numbers and no key, and keeps the right ones after one is removed', async () => {
	const [one, , three] = several.sandboxes;
	const id = await n8n.api.credentialId('Several numbers');
	const { data } = (await n8n.api.editor('GET', `/rest/credentials/${id}?includeData=true`)) as {
		data: Record<string, string>;
	};
	const shown = JSON.parse(data.moreNumbers!) as Record<string, object>;
	expect(Object.keys(shown)).toEqual(several.sandboxes.slice(1).map(({ phoneNumberId }) => phoneNumberId));
	for (const { apiKey, signingSecret } of several.sandboxes) {
		expect(data.moreNumbers).not.toContain(apiKey);
		expect(data.moreNumbers).not.toContain(signingSecret);
	}
	const moreNumbers = JSON.stringify({ [three!.phoneNumberId]: shown[three!.phoneNumberId] });
	await n8n.api.editor('PATCH', `/rest/credentials/${id}`, {
		name: 'Several numbers',
		type: 'businessMessagingApi',
		data: { ...data, moreNumbers },
	});
	const execution = await runByHand('webhooks');
	expect(itemsOf(execution, 'Messaging')).toMatchObject([
		{ channel: one!.phoneNumberId },
		{ channel: three!.phoneNumberId },
	]);
});
