import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { PolicyDocument } from '../../engine';
import { policies, savePolicy, signPayload } from '../../engine';
import { openStore } from '../../store';
import { itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { line, sendAuto, trigger } from './support/workflows';

const FOREIGN = 'http://127.0.0.1:9/another-system';
const CUSTOMER = '491701234567';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
const support = line('support', [trigger('support-hook', { options: { downloadFiles: true } }), sendAuto()]);
const second = line('second', [trigger('second-hook')]);
/** A stored workflow has the version that it was made with. */
const byReaction = line('by-reaction', [
	{
		...trigger('by-reaction-hook', {
			events: ['message'],
			options: { policy: 'vip', reactions: ['template-paused'], ownReactions: 'vip-wrote, another' },
		}),
		typeVersion: 1,
	},
]);
const withoutPolicy = line('without-policy', [
	trigger('without-policy-hook', { options: { policy: 'nobody-saved-it' } }),
]);

beforeAll(async () => {
	sandbox = await startSandbox();
	await setWebhook(FOREIGN);
	n8n = await borrowN8n({
		credentials: [
			sandboxCredential(sandbox),
			{
				...sandboxCredential(sandbox),
				id: 'bmWrongNumber',
				name: 'Wrong number',
				data: { ...sandboxCredential(sandbox).data, phoneNumberId: '456876897952963' },
			},
		],
		workflows: [support, second, byReaction, withoutPolicy],
		publish: ['support'],
	});
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

const headers = () => ({ 'SVC-API-KEY': sandbox.apiKey, 'content-type': 'application/json' });

async function setWebhook(url: string): Promise<void> {
	const body = JSON.stringify({ url });
	await fetch(`${sandbox.url}/v1/configs/webhook`, { method: 'POST', headers: headers(), body });
}

async function webhookNow(): Promise<string> {
	const response = await fetch(`${sandbox.url}/v1/configs/webhook`, { headers: headers() });
	return ((await response.json()) as { url: string }).url;
}

const hook = (workflow = 'support') => `${n8n.url}/webhook/${workflow}-hook/webhook`;
const executions = (workflowId = 'support') => n8n.api.executions({ workflowId });

/** How many executions an act starts, once all that it causes has come to rest. */
async function executionsStartedBy(act: () => Promise<unknown>, workflowId = 'support'): Promise<number> {
	const before = (await executions(workflowId)).length;
	await act();
	await sandbox.control.idle();
	const running = async () =>
		(await n8n.api.executions({ workflowId, status: 'running' })).length === 0 ? true : undefined;
	await poll(running, { onTimeout: () => 'An execution does not end.' });
	return (await executions(workflowId)).length - before;
}

async function post(
	body: string,
	given: Record<string, string> = {},
	workflow = 'support',
): Promise<Response> {
	const signature = { 'x-provider-signature': signPayload(body, sandbox.signingSecret) };
	return fetch(hook(workflow), {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...signature, ...given },
		body,
	});
}

const delivery = (id: string, message: Record<string, unknown> = {}) =>
	JSON.stringify({
		object: 'whatsapp_business_account',
		entry: [
			{
				id: sandbox.accountId,
				changes: [
					{
						field: 'messages',
						value: {
							messaging_product: 'whatsapp',
							metadata: { phone_number_id: sandbox.phoneNumberId },
							messages: [
								{
									id,
									from: CUSTOMER,
									timestamp: String(Math.floor(sandbox.clock.now() / 1000)),
									type: 'text',
									text: { body: 'Hi' },
									...message,
								},
							],
						},
					},
				],
			},
		],
	});

describe('receiving', () => {
	it('points the webhook of the number at the published workflow', async () => {
		expect(await webhookNow()).toBe(hook());
	});

	it('starts one execution for a message, with the event in its item, and answers the customer in the open window', async () => {
		const started = await executionsStartedBy(() =>
			sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' }),
		);
		expect(started).toBe(1);
		const [newest] = await n8n.api.executions({ workflowId: 'support', includeData: true });
		const [item] = itemsOf(newest!, 'Trigger');
		expect(item).toMatchObject({
			kind: 'message',
			heldBy: 'business',
			contact: CUSTOMER,
			message: { text: { body: 'Hi' } },
		});
		expect(item?.eventId).toMatch(/^message:wamid\./);
		expect(item).not.toHaveProperty('raw');
		expect(itemsOf(newest!, 'Messaging')).toMatchObject([{ action: 'freeform', rule: 'window-open' }]);
	});

	it('downloads the file of a message into its item if it is to', async () => {
		await executionsStartedBy(() => sandbox.control.customerWrites({ from: CUSTOMER, type: 'image' }));
		const [newest] = await n8n.api.executions({ workflowId: 'support', includeData: true });
		expect(newest!.data?.resultData.runData.Trigger).toMatchObject([
			{
				data: {
					main: [
						[
							{
								json: { media: [{ type: 'image', field: 'data' }] },
								binary: { data: { mimeType: 'image/jpeg', fileName: expect.stringMatching(/^\d+\.jpe?g$/) } },
							},
						],
					],
				},
			},
		]);
	});

	it('starts no execution for a status, as only messages and handovers are chosen', async () => {
		const body = JSON.stringify({
			entry: [
				{
					id: sandbox.accountId,
					changes: [
						{
							field: 'messages',
							value: {
								metadata: { phone_number_id: sandbox.phoneNumberId },
								statuses: [{ id: 'wamid.X', status: 'delivered', timestamp: '1760000000' }],
							},
						},
					],
				},
			],
		});
		let status = 0;
		const started = await executionsStartedBy(async () => {
			status = (await post(body)).status;
		});
		expect([status, started]).toEqual([200, 0]);
	});

	it('starts one execution for a delivery that comes three times', async () => {
		const body = delivery('wamid.three');
		const statuses: number[] = [];
		const started = await executionsStartedBy(async () => {
			for (let time = 0; time < 3; time += 1) statuses.push((await post(body)).status);
		});
		expect([statuses, started]).toEqual([[200, 200, 200], 1]);
	});

	it('starts one execution for a delivery that comes three times at once, and sends the customer one message', async () => {
		const body = delivery('wamid.at-once');
		const sentBefore = sandbox.control.sent().length;
		const started = await executionsStartedBy(async () => {
			const statuses = await Promise.all(
				[post(body), post(body), post(body)].map(async (each) => (await each).status),
			);
			expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
			expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
			expect((await post(body)).status).toBe(200);
		});
		expect(started).toBe(1);
		expect(sandbox.control.sent().length - sentBefore).toBe(1);
	});

	it('takes a delivery whose execution could not be started when it comes again', async () => {
		const body = delivery('wamid.not-started');
		const database = new DatabaseSync(join(n8n.folder, '.n8n/database.sqlite'));
		const executionsNow = (await executions()).length;
		database.exec('BEGIN IMMEDIATE');
		const failed = await post(body);
		database.exec('ROLLBACK');
		database.close();
		expect(failed.status).not.toBe(200);
		expect(await executions()).toHaveLength(executionsNow);

		const started = await executionsStartedBy(async () => {
			const taken = async () => ((await post(body)).status === 200 ? true : undefined);
			await poll(taken, { onTimeout: () => 'The delivery is never taken.' });
		});
		expect(started).toBe(1);
	});
});

describe("another number's event at the trigger's URL, signed with its secret", () => {
	it('is kept as unknown and starts nothing, and the next execution names the number', async () => {
		const ofOther = delivery('wamid.of-another-number').replaceAll(sandbox.phoneNumberId, '456876897952963');
		let status = 0;
		const started = await executionsStartedBy(async () => {
			status = (await post(ofOther)).status;
		});
		expect([status, started]).toEqual([200, 0]);
		const store = new DatabaseSync(n8n.storeFile, { readOnly: true });
		// Statuses of earlier answers may still come meanwhile.
		const kept = store.prepare("SELECT event FROM inbox WHERE event LIKE '%wamid.of-another-number%'").all();
		store.close();
		expect(kept.map(({ event }) => JSON.parse(event as string) as unknown)).toMatchObject([
			{ kind: 'unknown', hint: expect.stringContaining('the number 456876897952963') as unknown },
		]);

		await executionsStartedBy(async () => post(delivery('wamid.after-another-number')));
		const [newest] = await n8n.api.executions({ workflowId: 'support', includeData: true });
		expect(itemsOf(newest!, 'Trigger')).toMatchObject([{ eventId: 'message:wamid.after-another-number' }]);
		expect(newest!.data?.resultData.runData.Trigger?.[0]?.hints).toMatchObject([
			{ message: expect.stringContaining('the number 456876897952963') as unknown },
		]);
	});
});

describe('bad input', () => {
	it.each([
		[
			'a wrong signature',
			{ 'x-provider-signature': 'ab'.repeat(32) },
			"The signature doesn't match the body",
		],
		['no signature', { 'x-provider-signature': '' }, 'signature'],
	])('answers %s with 401 and starts nothing', async (_, signature, sentence) => {
		let answer: Response | undefined;
		const started = await executionsStartedBy(async () => {
			answer = await post(delivery('wamid.forged'), signature);
		});
		expect([answer?.status, started]).toEqual([401, 0]);
		expect(JSON.stringify(await answer?.json())).toContain(sentence);
	});

	it.each([
		[
			'a field that nobody knows',
			JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'news', value: { a: 1 } }] }] }),
		],
		[
			'numbers for strings',
			JSON.stringify({
				entry: [{ id: 7, changes: [{ field: 'messages', value: { messages: [{ id: 5, from: 6 }] } }] }],
			}),
		],
		['no envelope at all', '[1, 2, 3]'],
	])('keeps %s and answers 200', async (_, body) => {
		expect((await post(body)).status).toBe(200);
	});

	it('keeps a signed body that is no JSON and answers 200', async () => {
		expect((await post('no JSON', { 'content-type': 'text/plain' })).status).toBe(200);
	});

	it('answers 503 while the store takes nothing, and takes the delivery afterwards', async () => {
		const store = new DatabaseSync(n8n.storeFile);
		store.exec('BEGIN IMMEDIATE');
		const refused = await post(delivery('wamid.store-locked'));
		store.exec('ROLLBACK');
		store.close();
		expect(refused.status).toBe(503);
		expect(await executionsStartedBy(async () => post(delivery('wamid.store-locked')))).toBe(1);
	});

	it('answers a challenge', async () => {
		const response = await fetch(`${hook()}?hub.mode=subscribe&hub.challenge=42&hub.verify_token=x`);
		expect([response.status, await response.text()]).toEqual([200, '42']);
	});

	it('refuses a GET without a challenge', async () => {
		const response = await fetch(hook());
		expect([response.status, await response.json()]).toEqual([
			400,
			{ error: expect.stringContaining('hub.challenge') },
		]);
	});
});

describe("a credential with another number's ID", () => {
	const OTHER = '456876897952963';
	const wrong = line('wrong-number', [
		{
			...trigger('wrong-number-hook'),
			credentials: { businessMessagingApi: { id: 'bmWrongNumber', name: 'Wrong number' } },
		},
	]);

	beforeAll(async () => {
		await n8n.api.unpublish('support');
		await n8n.api.saveWorkflow(wrong);
		await n8n.api.publish('wrong-number');
	});

	afterAll(async () => {
		await n8n.api.unpublish('wrong-number');
		await n8n.api.publish('support');
	});

	it("fails with both IDs, takes nothing in, and doesn't answer 200", async () => {
		expect((await post(delivery('wamid.other'), {}, 'wrong-number')).status).toBe(500);
		const failed = () => n8n.api.executions({ workflowId: 'wrong-number', includeData: true });
		const newest = await poll(async () => (await failed())[0], {
			onTimeout: () => 'No execution failed.',
		});
		expect(newest.data?.resultData.error?.message).toBe(
			`The gateway delivers for ${sandbox.phoneNumberId}, the credential says ${OTHER}`,
		);
	});
});

describe('registration', () => {
	it('leaves the webhook to the published workflow in a test run, which gets a copy of the next delivery', async () => {
		await n8n.api.listenForTest('support', 'Trigger');
		expect(await webhookNow()).toBe(hook());
		const manual = async () =>
			(await n8n.api.executions({ workflowId: 'support', includeData: true })).filter(
				({ mode }) => mode === 'manual',
			);
		const before = (await manual()).length;

		expect((await post(delivery('wamid.copied'))).status).toBe(200);
		const copied = async () => {
			const runs = await manual();
			return runs.length > before ? runs[0] : undefined;
		};
		const run = await poll(copied, { onTimeout: () => 'The test run gets no copy.' });
		expect(itemsOf(run, 'Trigger')).toMatchObject([{ eventId: 'message:wamid.copied', copy: true }]);
		const [newest] = (await executions()).filter(({ mode }) => mode === 'webhook');
		const production = await n8n.api.waitForExecution(newest!.id);
		expect(itemsOf(production, 'Trigger')).toMatchObject([{ eventId: 'message:wamid.copied' }]);
		expect(itemsOf(production, 'Trigger')[0]).not.toHaveProperty('copy');
		expect(await webhookNow()).toBe(hook());
	});

	it('refuses a second published workflow on the same number with the name of the first', async () => {
		await expect(n8n.api.publish('second')).rejects.toThrow('"Workflow support"');
		await n8n.api.unpublish('second');
		expect(await webhookNow()).toBe(hook());
	});

	it('puts the former URL back when the workflow is unpublished', async () => {
		await n8n.api.unpublish('support');
		expect(await webhookNow()).toBe(FOREIGN);
	});

	it('gives a test run the webhook while no workflow is published, and puts the former URL back', async () => {
		await n8n.api.listenForTest('support', 'Trigger');
		expect(await webhookNow()).toContain('/webhook-test/');
		await n8n.api.stopListening('support');
		const restored = async () => ((await webhookNow()) === FOREIGN ? true : undefined);
		await poll(restored, { onTimeout: () => 'The former URL does not come back.' });
	});

	it("ends a test run with a sentence if a delivery doesn't match the Signing Secret", async () => {
		const newest = async () =>
			(await n8n.api.executions({ workflowId: 'support', includeData: true })).find(
				({ mode }) => mode === 'manual',
			);
		const before = (await newest())?.id;
		await n8n.api.listenForTest('support', 'Trigger');
		const answer = await fetch(await webhookNow(), {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-provider-signature': 'ab'.repeat(32) },
			body: delivery('wamid.secret'),
		});
		expect(answer.status).not.toBe(200);
		const ended = async () => {
			const run = await newest();
			return run?.id === before ? undefined : run;
		};
		const run = await poll(ended, { onTimeout: () => 'The test run listens on.' });
		expect(run.data?.resultData.error?.message).toBe(
			"A delivery came, but its signature doesn't match the Signing Secret",
		);
		// n8n ends the run before it takes the test webhook away.
		const restored = async () => ((await webhookNow()) === FOREIGN ? true : undefined);
		await poll(restored, { onTimeout: () => 'The former URL is not put back.' });
	});

	it('leaves a URL alone that somebody else has set meanwhile', async () => {
		await n8n.api.publish('support');
		expect(await webhookNow()).toBe(hook());
		await setWebhook('http://127.0.0.1:9/a-third-system');
		await n8n.api.unpublish('support');
		expect(await webhookNow()).toBe('http://127.0.0.1:9/a-third-system');
	});
});

describe('starting on reactions only, in a workflow with version 1 of the trigger', () => {
	const VIP = '4915112345678';
	const policy: PolicyDocument = {
		...policies.strict,
		name: 'vip',
		reactions: [
			{
				name: 'vip-wrote',
				conditions: {
					all: [
						{ fact: 'kind', operator: 'equal', value: 'message' },
						{ fact: 'contact', operator: 'equal', value: VIP },
					],
				},
				event: { type: 'reaction', params: { text: '{contact} wrote: answer at once.' } },
			},
		],
	};

	beforeAll(async () => {
		const store = await openStore(`sqlite:${n8n.storeFile}`);
		await savePolicy(store, policy, Date.now());
		await store.close();
		await setWebhook(FOREIGN);
	});

	const startedBy = (body: string) =>
		executionsStartedBy(
			async () => expect((await post(body, {}, 'by-reaction')).status).toBe(200),
			'by-reaction',
		);

	const newestItems = async () => {
		const [newest] = await n8n.api.executions({ workflowId: 'by-reaction', includeData: true });
		return itemsOf(newest!, 'Trigger');
	};

	it('a policy that nobody saved is told when the workflow is published', async () => {
		await expect(n8n.api.publish('without-policy')).rejects.toThrow('The policy "nobody-saved-it"');
		await n8n.api.unpublish('without-policy');
	});

	it('starts for a reaction of the policy, which its item names and tells', async () => {
		await n8n.api.publish('by-reaction');
		expect(await startedBy(delivery('wamid.of-vip', { from: VIP }))).toBe(1);
		expect(await newestItems()).toMatchObject([
			{ kind: 'message', reactions: [{ name: 'vip-wrote', text: `${VIP} wrote: answer at once.` }] },
		]);
	});

	it('starts for a shipped reaction that is chosen, whatever kind of event it comes of', async () => {
		const template = { message_template_name: 'offer', message_template_language: 'en_US' };
		const status = (event: string) => {
			const value = { event, message_template_id: 1, ...template, reason: 'LOW_QUALITY' };
			const change = { field: 'message_template_status_update', value };
			return JSON.stringify({ entry: [{ id: sandbox.accountId, time: 1_760_000_000, changes: [change] }] });
		};
		expect(await startedBy(status('PAUSED'))).toBe(1);
		expect(await newestItems()).toMatchObject([{ reactions: [{ name: 'template-paused' }] }]);
		expect(await startedBy(status('REJECTED'))).toBe(0);
	});

	it('starts for nothing else, although its kind is chosen', async () => {
		expect(await startedBy(delivery('wamid.of-another'))).toBe(0);
	});
});
