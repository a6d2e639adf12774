import type { IExecuteFunctions } from 'n8n-workflow';
import { HOUR, SECOND } from '../../base';
import { createEngine, parseWebhook } from '../../engine';
import { getState } from '../../nodes/BusinessMessaging/conversation';
import { getMessages } from '../../nodes/BusinessMessaging/conversation/get-messages.operation';
import {
	getTimeline,
	hintOfTimeline,
} from '../../nodes/BusinessMessaging/conversation/get-timeline.operation';
import { setOptOut } from '../../nodes/BusinessMessaging/conversation/set.operations';
import { setPrices } from '../../nodes/BusinessMessaging/money/set-prices.operation';
import { save } from '../../nodes/BusinessMessaging/policy/save.operation';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { trace } from '../../nodes/BusinessMessaging/message/by-id.operations';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

/** The store outlives a test, so each has a customer of its own. */
let count = 0;
let customer: string;
let sandbox: Sandbox;
beforeEach(async () => {
	customer = `49170444${String((count += 1)).padStart(4, '0')}`;
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

/** A customer writes, so long `ago` that the webhook comes late. ms */
async function writes(text: string, { name, ago = 0 }: { name?: string; ago?: number } = {}): Promise<void> {
	await sandbox.control.customerWrites({ from: customer, text, ...(name !== undefined && { name }) });
	await sandbox.control.idle();
	const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
	const late = (json: string) =>
		json.replace(/"timestamp":"(\d+)"/g, (_, at) => `"timestamp":"${Number(at) - ago / SECOND}"`);
	for (const { payload } of sandbox.control.deliveries())
		await engine.ingest(parseWebhook(JSON.parse(late(JSON.stringify(payload)))));
}

const sends = async (form: object = {}) =>
	(await runOperation(sandbox, sendAuto, { to: customer, text: 'Hello', freeformType: 'text', ...form }))
		.items[0]!;
const timeline = async (form: object = {}) =>
	(await runOperation(sandbox, getTimeline, { customer, limit: 50, ...form })).items;
const traced = async (messageId: unknown) => (await runOperation(sandbox, trace, { messageId })).items;

describe('Get Timeline', () => {
	it('returns an item for each thing that happened, oldest first, with a sentence', async () => {
		await writes('Hi');
		const { messageId } = await sends();
		expect(await timeline()).toMatchObject([
			{ customer, kind: 'message', sentence: 'The customer wrote: “Hi”' },
			{ kind: 'decision', action: 'freeform', policy: 'strict', policyVersion: 8, facts: { window: 'open' } },
			{ kind: 'sent', id: messageId, sentence: 'Sent a freeform message.' },
		]);
	});

	it('says why nothing was sent, by which rule, and in which execution', async () => {
		const { reason } = await sends();
		expect(await timeline()).toMatchObject([
			{
				kind: 'decision',
				action: 'skip',
				rule: 'no-template',
				reason,
				sentence: `Skipped by the rule no-template of the policy strict (version 8): ${String(reason)}`,
				execution: '7',
				at: expect.stringMatching(/^\d{4}-.*Z$/),
			},
		]);
	});

	it("writes times in sentences in the workflow's time zone", async () => {
		await writes('Hi');
		await sends();
		const [decision] = (await timeline()).filter(({ kind }) => kind === 'decision');
		expect(decision!.sentence).toMatch(/until \w{3} \d+, \d{4}, \d\d:\d\d \(/);
		expect(decision!.sentence).not.toMatch(/\dT\d/);
	});

	it('returns the newest up to the limit', async () => {
		await writes('Hi');
		await sends();
		expect((await timeline({ limit: 1 })).map(({ kind }) => kind)).toEqual(['sent']);
	});

	it.each([[0], [-5], [1.5], ['a'], [''], [NaN]])(
		'refuses %p as a limit, and says what it can be',
		async (limit) => {
			const { message } = await failureOf(runOperation(sandbox, getTimeline, { customer, limit }));
			expect(message).toContain('Limit must be a whole number from 1 on, not ');
		},
	);

	it('takes a limit that is a text, as spreadsheets have it', async () => {
		await writes('Hi');
		await sends();
		expect(await timeline({ limit: '1' })).toHaveLength(1);
	});

	describe('says above the output', () => {
		const said = async (form: object = {}) =>
			(await runOperation(sandbox, getTimeline, { customer, limit: 50, ...form })).said;

		it('how much there was', async () => {
			await writes('Hi');
			await sends();
			expect(await said()).toEqual(['1 message received, 1 sent.']);
		});

		it('that nobody answered, if the customer wrote last', async () => {
			await writes('Hi', { ago: HOUR });
			expect(await said()).toEqual([
				expect.stringMatching(
					/^1 message received, 0 sent\. The customer wrote at \w{3} \d+, \d{4}, \d\d:\d\d \(.+\), and nothing has tried to answer: .* The conversation window closes at \w{3} /,
				),
			]);
		});

		it('how much there was, once, however many items ask for the same customer', async () => {
			await writes('Hi');
			await sends();
			const form = { customer, limit: 50 };
			const { hints } = await runOperation(sandbox, getTimeline, form, form, form);
			expect(hints[0]).toMatch(
				/^<b>1 message received, 1 sent\.<\/b><br>This ran 3 times for the same customer, .* turn on Execute Once/,
			);
		});

		it('what happens next, once, however many items ask for the same customer', () => {
			const next = { contact: customer, kind: 'next', sentence: 'Nothing sends this message by itself.' };
			const output = ['10:00:00.001', '10:00:00.002'].map((at) => ({ ...next, at }));
			const context = { getInputData: () => [{ json: {} }, { json: {} }] } as unknown as IExecuteFunctions;
			expect(hintOfTimeline(output, context)).toBe(
				'0 messages received, 0 sent.\nNothing sends this message by itself.',
			);
		});

		it("why the last message didn't go out", async () => {
			await sends();
			expect(await said()).toEqual([
				expect.stringMatching(
					/^0 messages received, 0 sent, 1 skipped\. The last message didn't go out\. Skipped by the rule no-template /,
				),
			]);
		});

		it('nothing of an earlier refusal if the last message went out', async () => {
			await sends();
			await writes('Hi');
			await sends({ text: 'Hello again' });
			expect(await said()).toEqual(['1 message received, 1 sent, 1 skipped.']);
		});

		it('what happens next, and what was sent cost', async () => {
			await writes('Hi');
			const prices = { pricesInput: 'csv', pricesCsv: 'Market,Service\nGermany,0.04', currency: 'EUR' };
			const form = { ...prices, accountTimeZone: 'Europe/Berlin', pricesFrom: '2026-01-01' };
			await runOperation(sandbox, setPrices, form);
			await sends();
			const waiting = {
				name: 'waiting',
				version: 1,
				rules: [
					{
						name: 'wait',
						conditions: { all: [{ fact: 'window', operator: 'equal', value: 'open' }] },
						event: { type: 'hold', params: { reason: 'Wait.' } },
					},
				],
			};
			await runOperation(sandbox, save, { definitionInput: 'json', document: JSON.stringify(waiting) });
			await sends({ text: 'Another', options: { policy: 'waiting' } });
			expect(await said()).toEqual([
				expect.stringMatching(
					/^1 message received, 1 sent, 1 held\. The last message didn't go out\. Held by the rule wait .* Nothing sends this message by itself\. .* Cost of what was sent: EUR 0\.00, EUR 0\.04 pending\.$/,
				),
			]);
		});

		it('that it is of the newest entries only, and how to count all, if there can be more', async () => {
			await writes('Hi');
			await sends();
			expect(await said({ limit: 2 })).toEqual([
				expect.stringMatching(
					/^The newest 2 entries: 0 messages received, 1 sent\. (?:Cost of what was sent in these entries: .* )?To tell and count everything, turn on Return All\.$/,
				),
			]);
			expect(await said({ returnAll: true, limit: 2 })).toEqual([
				expect.stringMatching(/^1 message received, 1 sent\./),
			]);
		});

		it('what could be the reason if nothing is stored', async () => {
			expect(await said()).toEqual([
				expect.stringMatching(/^Nothing is stored about this customer\. Check the number first\. /),
			]);
		});
	});

	it('says what could be the reason if nothing is stored', async () => {
		const [item, ...others] = await timeline();
		expect(others).toEqual([]);
		expect(item).toMatchObject({ customer, kind: 'nothing', at: null });
		expect(item!.sentence).toMatch(
			/^Nothing is stored about this customer\. Check the number first\. .*webhook/,
		);
	});
});

describe('Trace', () => {
	it('finds a message by its ID and by its key', async () => {
		await writes('Hi');
		const { messageId } = await sends();
		const found = await traced(messageId);
		expect(found.map(({ kind }) => kind)).toEqual(['decision', 'sent']);
		expect(await traced(found[0]!.key)).toEqual(found);
	});

	it('finds what an execution decided', async () => {
		const { reason } = await sends();
		const found = await traced('7');
		expect(found).toContainEqual(expect.objectContaining({ kind: 'decision', reason }));
	});

	it('says that nothing is stored about another one', async () => {
		const [item] = await traced('wamid.none');
		expect(item!.sentence).toMatch(/^Nothing is stored about this message\. /);
	});

	it('says what is wrong with its form', async () => {
		const { message } = await failureOf(runOperation(sandbox, trace, { messageId: ' ' }));
		expect(message).toBe(
			'Message or Execution ID is empty. Enter the ID of a message or of an execution, or a key.',
		);
	});
});

describe('a customer who is looked for by name', () => {
	const BY = [
		['Get Timeline', getTimeline],
		['Get Messages', getMessages],
		['Get State', getState],
	] as const;
	const another = () => `${customer.slice(0, -4)}9${customer.slice(-3)}`;

	it.each(BY)('is found by the beginning of it: %s', async (_name, operation) => {
		await writes('Hi', { name: 'Márta Kiss' });
		const { items } = await runOperation(sandbox, operation, { customer: 'marta k', limit: 50 });
		expect(items[0]).toMatchObject({ contact: customer });
	});

	it('is found by the last name, if no name begins with it', async () => {
		await writes('Hi', { name: 'Noor Jean-Said' });
		const noor = customer;
		expect((await timeline({ customer: 'Said' }))[0]).toMatchObject({ contact: noor });
		customer = another();
		await writes('Hi', { name: 'Saida Ek' });
		expect((await timeline({ customer: 'said' }))[0]).toMatchObject({ contact: customer });
	});

	it('is the one whose whole name it is, though another name begins with it', async () => {
		await writes('Hi', { name: 'Zoe Ray' });
		const whole = customer;
		customer = another();
		await writes('Hi', { name: 'Zoe Raymond' });
		expect((await timeline({ customer: 'Zoe Ray' }))[0]).toMatchObject({ contact: whole });
	});

	it('is an error with those whom the name can mean, if it means several', async () => {
		await writes('Hi', { name: 'Tom Berg' });
		const first = customer;
		customer = another();
		await writes('Hi', { name: 'Tom Bergmann' });
		const { message } = await failureOf(runOperation(sandbox, getTimeline, { customer: 'Tom' }));
		expect(message).toContain(
			`Several customers have such a name: Tom Berg (${first}), Tom Bergmann (${customer}). Enter the number of the one you mean.`,
		);
	});

	it('is an error that says so if nobody has such a name', async () => {
		const { message } = await failureOf(runOperation(sandbox, getTimeline, { customer: 'Nobody' }));
		expect(message).toContain(
			`"Nobody" isn't a phone number, an account ID, or a user ID. Check that the field has the customer's number, for example +49 170 1234567. No customer's name begins with it either.`,
		);
	});

	it('is never guessed where something is done to them', async () => {
		await writes('Hi', { name: 'Lea Wolf' });
		const { message } = await failureOf(runOperation(sandbox, setOptOut, { customer: 'Lea Wolf' }));
		expect(message).toContain(`"Lea Wolf" isn't a phone number`);
	});
});
