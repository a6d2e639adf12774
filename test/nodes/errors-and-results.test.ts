import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from '../../nodes/BusinessMessaging/template/validate.operation';
import { preview } from '../../nodes/BusinessMessaging/message/preview.operation';
import { sendAuto, sendMessage, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { decide } from '../../nodes/BusinessMessagingRules/decide';
import { resources } from '../../nodes/BusinessMessaging/resources';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { ROOT } from '../../tools/sources';
import { failureOf, runOperation } from './support/run-operation';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const SILENT = '491701234567';
const OTHER = '491701234568';
const goesOn = { goesOn: true };

describe('if a node continues after an error', () => {
	it('a message that the rules skip is a result of Send Auto', async () => {
		const { items } = await runOperation(sandbox, sendAuto, { to: SILENT, text: 'Hi', ...goesOn });
		expect(items).toMatchObject([{ sent: false, contact: SILENT, action: 'skip', rule: expect.any(String) }]);
		expect(items[0]).not.toHaveProperty('error');
	});

	it('a message that the gateway refuses is an error of Send Text, and says who it was for', async () => {
		const { items } = await runOperation(sandbox, sendText, { to: SILENT, text: 'Hi', ...goesOn });
		expect(items).toEqual([
			{
				sent: false,
				contact: SILENT,
				to: SILENT,
				error: {
					message: expect.stringContaining('Use Send Auto with a template.'),
					code: 131047,
					title: expect.any(String),
					details: expect.any(String),
					effect: 'redecide',
				},
			},
		]);
	});

	it('what is wrong in the form is an error without a code, with all problems', async () => {
		const { items } = await runOperation(sandbox, sendMessage, {
			to: SILENT,
			freeformType: 'image',
			mediaLink: 'nowhere',
			caption: 'x'.repeat(1_025),
			...goesOn,
		});
		expect(items).toEqual([
			{
				sent: false,
				contact: SILENT,
				to: SILENT,
				error: {
					message: 'Nothing was sent. 2 things to fix',
					code: null,
					title: 'Nothing was sent. 2 things to fix',
					details: expect.stringMatching(
						/^1\. Link or Media ID isn't a URL.*\n2\. Image, Caption has 1025 characters/,
					),
					effect: 'fix-request',
				},
			},
		]);
	});

	it('a template that is not there is an error of Preview', async () => {
		const { items } = await runOperation(sandbox, preview, { template: 'gone/en_US', ...goesOn });
		expect(items).toMatchObject([
			{
				error: {
					message:
						"The gateway doesn't have a template gone in en_US. Choose one from the list, or create it with Template: Create.",
				},
			},
		]);
	});

	describe("and the store of the credential can't be opened", () => {
		const unopened = { to: SILENT, text: 'Hi', credential: { store: 'nowhere' }, ...goesOn };
		const error = {
			message: expect.stringContaining('The URL of a store is'),
			code: null,
			title: expect.any(String),
			details: null,
			effect: 'fix-request',
		};

		it('each item is an error of Send Auto: n8n would take the items that came in for its output', async () => {
			const { items } = await runOperation(sandbox, sendAuto, unopened, unopened);
			const failed = { sent: false, contact: SILENT, to: SILENT, error };
			expect(items).toEqual([failed, failed]);
		});

		it('the Rules node holds each item, so that none falls through to sending', async () => {
			const { items, others } = await runOperation(sandbox, decide as Operation, unopened, unopened);
			expect(items).toEqual([]);
			expect(others).toEqual([[], [{ error }, { error }], []]);
		});
	});

	describe("and n8n can't read the options of the first item", () => {
		const unread = Object.assign(new Error("The node wasn't executed"), {
			campaignKey: new Error("The node wasn't executed"),
			recipientType: new Error("The node wasn't executed"),
		});
		const template = 'hello/en_US';
		const forms = [
			{ to: SILENT, template, options: unread, item: { row: 1 }, ...goesOn },
			{ to: OTHER, template, options: {}, item: { row: 2 } },
		] as const;
		beforeEach(() => sandbox.control.addTemplate({ name: 'hello', body: 'Hello.' }));

		it('only that item is an error of Send Auto, and the others come out as they are', async () => {
			const { items } = await runOperation(sandbox, sendAuto, ...forms);
			expect(items).toMatchObject([
				{ sent: false, to: SILENT, error: {} },
				{ sent: true, to: OTHER },
			]);
			expect(sandbox.control.sent()).toHaveLength(1);
		});

		it('the Rules node holds that item, so that it never falls through to sending', async () => {
			const { items, others } = await runOperation(sandbox, decide as Operation, ...forms);
			expect(items).toEqual([]);
			expect(others[1]![0]).toMatchObject({ row: 1, error: {} });
		});
	});

	it('a broken template is a result of Validate, with the labels of the form', async () => {
		const { items } = await runOperation(sandbox, validate, { templateName: 'Order!', ...goesOn });
		expect(items).toMatchObject([
			{ valid: false, violations: expect.arrayContaining([expect.objectContaining({ where: 'Name' })]) },
		]);
	});
});

describe('as a tool of an agent, whose model reads the message alone', () => {
	const asTool = { asTool: true };

	it('an error says in its message what the gateway said', async () => {
		const sending = runOperation(sandbox, sendText, { to: SILENT, text: 'Hi', ...asTool });
		expect((await failureOf(sending)).message).toMatch(
			/only a template can be sent\.\nUse Send Auto with a template\.\n.*\(#131047\) Re-engagement message$/,
		);
	});

	it('an error names all problems in its message', async () => {
		const form = { to: SILENT, freeformType: 'image', mediaLink: 'nowhere', caption: 'x'.repeat(1_025) };
		const { message } = await failureOf(runOperation(sandbox, sendMessage, { ...form, ...asTool }));
		expect(message).toMatch(
			/^Nothing was sent. 2 things to fix\n1\. Link or Media ID .*\n2\. Image, Caption /,
		);
	});

	it('an error of any other node keeps its message short', async () => {
		const sending = runOperation(sandbox, sendText, { to: SILENT, text: 'Hi' });
		expect((await failureOf(sending)).message).toMatch(/only a template can be sent\.$/);
	});
});

describe('a time zone that no customer can be in', () => {
	const inZone = (timeZone: string) => ({ to: SILENT, text: 'Hi', options: { timeZone } });
	const sentence = `The option Time Zone is "Berlin", which isn't a time zone, so the rules don't know the customer's local time. Enter one such as Europe/Berlin.`;

	it('is a warning of Send Auto, once for all items', async () => {
		const { items, hints } = await runOperation(sandbox, sendAuto, inZone('Berlin'), inZone('Berlin'));
		expect(items).toMatchObject([{ warnings: [sentence] }, { warnings: [sentence] }]);
		expect(hints[0]!.split(sentence)).toHaveLength(2);
	});

	it('is a warning of Decide', async () => {
		const { others, hints } = await runOperation(sandbox, decide as Operation, inZone('Berlin'));
		expect(others.flat()).toMatchObject([{ decision: { warnings: [sentence] } }]);
		expect(hints[0]).toContain(sentence);
	});

	it('is neither if it is one, or if none is given', async () => {
		const { items } = await runOperation(sandbox, sendAuto, inZone('Europe/Berlin'), inZone(''));
		for (const item of items) expect(item).not.toHaveProperty('warnings');
	});
});

it('the manual says of every operation what is an error and what is a result', () => {
	const rows = readFileSync(join(ROOT, 'docs/errors.md'), 'utf8')
		.split('\n')
		.flatMap((row) => /^\| (?:[^|]*)\|/.exec(row)?.[0] ?? []);
	for (const { name: resource, operations } of resources) {
		const own = rows.filter((row) => row.includes(`${resource}: `)).join(' ');
		for (const { name } of operations) {
			expect([resource, name, own.includes(name) || /\ball\b/.test(own)]).toEqual([resource, name, true]);
		}
	}
});

it.each([
	['Hi', 'Hi'],
	[42, '42'],
	[{ text: 'Hi' }, undefined],
])('Freeform Text that an expression makes %j goes out as %j', async (text, sent) => {
	await sandbox.control.customerWrites({ from: SILENT });
	const send = runOperation(sandbox, sendText, { to: SILENT, text });
	if (sent === undefined) await expect(send).rejects.toThrow(/Freeform Text is an object, not a text\./);
	else await send;
	const bodies = (await sandbox.control.sent()).map(({ body }) => (body.text as { body: string }).body);
	expect(bodies).toEqual(sent === undefined ? [] : [sent]);
});
