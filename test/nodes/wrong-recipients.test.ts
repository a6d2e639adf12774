import { getState } from '../../nodes/BusinessMessaging/conversation';
import { preview } from '../../nodes/BusinessMessaging/message/preview.operation';
import { sendAndWait } from '../../nodes/BusinessMessaging/message/wait/send-and-wait.operation';
import { sendAuto, sendTemplate, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { dryRun, plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { decide } from '../../nodes/BusinessMessagingRules/decide';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const ADA = '491701234567';
const BOB = '491707654321';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});
afterEach(() => sandbox.close());

const hello = (to: string, more: object = {}) => ({ to, template: 'hello/en_US', ...more });
const reached = () => sandbox.control.sent().map(({ to }) => to);

const WRONG = [
	['a name', 'abc', `"abc" isn't a phone number, an account ID, or a user ID.`],
	['a number with a letter', '+49 17O 1234567', 'has the letter O among its digits. Write the digit 0.'],
	['a word with such letters', 'hello', `"hello" isn't a phone number, an account ID, or a user ID.`],
	['an email address', 'ada@example.com', 'is an email address. Enter a phone number'],
	[
		'two numbers',
		`${ADA}, ${BOB}`,
		'has 2 recipients, but each item can have only one. Make an item of each',
	],
	['a user ID in small letters', 'us.1349', `isn't a user ID. A user ID has two capital letters`],
] as const;

describe('a recipient that can be nobody', () => {
	it.each(WRONG)('is an error of Send Auto that says what to do: %s', async (_name, to, sentence) => {
		const { message } = await failureOf(runOperation(sandbox, sendAuto, { to, text: 'Hello' }));
		expect(message).toContain(sentence);
		expect(sandbox.control.sent()).toEqual([]);
	});

	it.each([
		['Send Template', sendTemplate, {}],
		['Send Text', sendText, { text: 'Hello' }],
		['Send and Wait for Response', sendAndWait, { message: 'Tea?', responseType: 'freeText' }],
	])('is an error of %s too', async (_name, operation, more) => {
		const { message } = await failureOf(runOperation(sandbox, operation, hello('abc', more)));
		expect(message).toContain(`"abc" isn't a phone number`);
		const { items } = await runOperation(sandbox, operation, hello('abc', { ...more, goesOn: true }));
		expect(items).toMatchObject([{ sent: false, contact: 'abc', to: 'abc', error: {} }]);
	});

	it('is an error of the operations on a conversation', async () => {
		const { message } = await failureOf(runOperation(sandbox, getState, { customer: `${ADA},${BOB}` }));
		expect(message).toContain('has 2 recipients');
	});

	it('is none if it is a user ID, an account ID, or a number', async () => {
		const recipients = ['DE.13491208655302741918', '106540352242922', '+49 170 1234567'];
		const { items } = await runOperation(sandbox, sendAuto, ...recipients.map((to) => hello(to)));
		expect(items.map(({ action }) => action)).toEqual(['template', 'template', 'template']);
	});
});

describe('a group', () => {
	const group = { recipientType: 'group' };

	it('is the recipient if Recipient Type says so', async () => {
		const { id } = await sandbox.control.addGroup({ subject: 'Tea' });
		const { items } = await runOperation(sandbox, sendAuto, hello(id, { options: group }));
		expect(items).toMatchObject([{ sent: true, to: id }]);
	});

	it('is refused with two IDs', async () => {
		const form = hello('group-1,group-2', { options: group });
		expect((await failureOf(runOperation(sandbox, sendAuto, form))).message).toContain('has 2 recipients');
	});

	it('is refused as a customer, with the option to set', async () => {
		const { message } = await failureOf(runOperation(sandbox, sendAuto, hello('group-1')));
		expect(message).toContain('To send to a group, set the option Recipient Type to Group.');
	});
});

describe('all items are checked before the first one is sent', () => {
	it('nothing goes out if the last one is wrong', async () => {
		const { message } = await failureOf(runOperation(sandbox, sendAuto, hello(ADA), hello('abc')));
		expect(message).toContain(`"abc" isn't a phone number`);
		expect(reached()).toEqual([]);
	});

	it('the error names all wrong items, and those with the same problem together', async () => {
		const forms = [hello('abc'), hello(ADA), hello('0170 1'), hello('abc'), hello('')];
		const { message, description } = await failureOf(runOperation(sandbox, sendAuto, ...forms));
		expect(message).toBe('Nothing was sent. 3 things to fix');
		expect(description.split('<br>\n')).toEqual([
			expect.stringMatching(/^1\. Items 0, 3: To: "abc" isn't a phone number/),
			expect.stringMatching(/^2\. Item 2: To: "0170 1" has no country code/),
			expect.stringMatching(/^3\. Item 4: To is empty\./),
		]);
	});

	it('the error is one list, also if several things are wrong with an item', async () => {
		const forms = [hello('', { text: 'x'.repeat(4_097) }), hello('abc', { text: 'x'.repeat(4_097) })];
		const { message, description } = await failureOf(runOperation(sandbox, sendAuto, ...forms));
		expect(message).toBe('Nothing was sent. 3 things to fix');
		expect(description.split('<br>\n')).toEqual([
			expect.stringMatching(/^1\. Item 0: To is empty\./),
			'2. Items 0, 1: Freeform Text has 4097 characters, but only 4096 are allowed.',
			expect.stringMatching(/^3\. Item 1: To: "abc" isn't a phone number/),
		]);
	});

	it('a text that is too long stops the others too', async () => {
		const tooLong = { to: BOB, text: 'x'.repeat(4_097), template: 'hello/en_US' };
		const { description, message } = await failureOf(
			runOperation(sandbox, sendAuto, hello(ADA, { text: '' }), tooLong),
		);
		expect(`${message} ${description}`).toContain('4097 characters');
		expect(reached()).toEqual([]);
	});

	it('with On Error set to continue, only the wrong items fail', async () => {
		const forms = [hello(ADA, { goesOn: true }), hello('abc'), hello(`${ADA},${BOB}`), hello(BOB)];
		const { items } = await runOperation(sandbox, sendAuto, ...forms);
		expect(items).toMatchObject([
			{ sent: true, to: ADA },
			{ error: { message: expect.stringContaining('"abc"') as string, effect: 'fix-request' } },
			{ error: { message: expect.stringContaining('2 recipients') as string } },
			{ sent: true, to: BOB },
		]);
		expect(reached()).toEqual([ADA, BOB]);
	});
});

describe('a node that was stored before version 1.2', () => {
	const old = (to: string) => hello(to, { typeVersion: 1.1, text: 'Hello', template: '' });

	it('skips as before, and hints at what is wrong', async () => {
		const { items, hints } = await runOperation(sandbox, sendAuto, old('abc'), old(BOB));
		expect(items).toMatchObject([
			{ sent: false, action: 'skip', rule: 'no-template' },
			{ sent: false, action: 'skip', rule: 'no-template' },
		]);
		expect(hints).toEqual([
			expect.stringMatching(
				/1 of 2 recipients can't be one, for example: "abc" isn't a phone number.+ To get an error instead, replace this node with a new one\./,
			),
		]);
	});

	it('has no such hint if all recipients can be one', async () => {
		const { hints } = await runOperation(sandbox, sendAuto, old(ADA), old(BOB));
		expect(hints).toEqual([expect.not.stringContaining("can't be one")]);
	});

	it('sends what comes before a wrong item', async () => {
		const before = [hello(ADA, { typeVersion: 1.1 }), hello('0170 1')];
		await failureOf(runOperation(sandbox, sendAuto, ...before));
		expect(reached()).toEqual([ADA]);
	});
});

describe('in a Business Messaging Rules node', () => {
	const rules = decide as Operation;
	const ask = (to: string, more: object = {}) => hello(to, { freeform: true, ...more });

	it('it is an error', async () => {
		const { message } = await failureOf(runOperation(sandbox, rules, ask('abc')));
		expect(message).toContain(`"abc" isn't a phone number`);
	});

	it('it is held with its error if the node continues, and the others are decided', async () => {
		const forms = [ask(ADA, { goesOn: true }), ask('abc')];
		const { others } = await runOperation(sandbox, rules, ...forms);
		expect(others).toMatchObject([
			[{ decision: { rule: 'template' } }],
			[{ error: { message: expect.stringContaining('"abc"') as string } }],
			[],
		]);
	});

	it('from before version 1.1, it is skipped with a hint', async () => {
		const forms = [ask('abc', { typeVersion: 1, template: '' }), ask(BOB, { template: '' })];
		const { others, hints } = await runOperation(sandbox, rules, ...forms);
		expect(others[2]).toMatchObject([{ decision: { action: 'skip' } }, { decision: { action: 'skip' } }]);
		expect(hints).toEqual([expect.stringMatching(/^1 of 2 recipients can't be one.+ 2 skipped of 2/)]);
	});
});

describe('in a campaign', () => {
	it.each([
		['Plan', plan],
		['Dry Run', dryRun],
	])('%s refuses only the wrong items, and each says why', async (_name, operation) => {
		const wrong = ['abc', `${ADA},${BOB}`, ''].map((to) => hello(to));
		const forms = [hello(ADA), ...wrong, hello(BOB)].map((form) => ({ campaignId: 'spring', ...form }));
		const { others } = await runOperation(sandbox, operation, ...forms);
		const problems = others.at(-1)!.map((item) => (item.problems as Array<{ message: string }>)[0]!.message);
		expect(problems).toEqual([
			expect.stringContaining(`"abc" isn't a phone number`),
			expect.stringContaining('has 2 recipients'),
			expect.stringContaining('To is empty.'),
		]);
	});

	it('a group has one ID', async () => {
		const options = { recipientType: 'group' };
		const forms = ['group-1', 'group-1,group-2'].map((to) => ({
			campaignId: 'groups',
			...hello(to),
			options,
		}));
		const { others } = await runOperation(sandbox, plan, ...forms);
		expect(others[0]).toMatchObject([
			{ problems: [{ path: 'to', message: expect.stringContaining('has 2 recipients') as string }] },
		]);
	});
});

describe("a template that doesn't exist", () => {
	const auto = (template: string, more: object = {}) =>
		runOperation(sandbox, sendAuto, { to: ADA, template, ...more });

	it('is an error of Send Auto with the languages that it has', async () => {
		await sandbox.control.addTemplate({ name: 'hello', language: 'de', body: 'Hallo vom Laden.' });
		expect((await failureOf(auto('hello/fr'))).message).toBe(
			"Nothing was sent. The gateway doesn't have a template hello in fr. Available languages: de, en_US.",
		);
	});

	it('is one also if the message would be held, unless freeform content can go out later', async () => {
		const options = { lastInboundAt: new Date(sandbox.clock.now()).toISOString() };
		const { message } = await failureOf(auto('helo/en_US', { options }));
		expect(message).toContain('Similar names: hello (en_US).');
		const freeform = { text: 'Hello', freeformType: 'text', credential: { agentAnswers: 'yes' } };
		const { items } = await auto('helo/en_US', { options, ...freeform });
		expect(items).toMatchObject([{ sent: false, action: 'hold', rule: 'agent-holds' }]);
	});

	it('is an error with the names that are most like it', async () => {
		await sandbox.control.addTemplate({ name: 'order_update', body: 'Your order left.' });
		await sandbox.control.addTemplate({ name: 'order_update', language: 'de', body: 'Unterwegs.' });
		await sandbox.control.addTemplate({ name: 'order_update_2', body: 'Your order arrived.' });
		expect((await failureOf(auto('order_updat/en_US'))).message).toBe(
			"Nothing was sent. The gateway doesn't have a template order_updat in en_US. Similar names: order_update (de, en_US), order_update_2 (en_US).",
		);
	});

	it('names none if no name is like it', async () => {
		expect((await failureOf(auto('invoice_2026/en_US'))).message).toBe(
			"Nothing was sent. The gateway doesn't have a template invoice_2026 in en_US. Choose one from the list, or create it with Template: Create.",
		);
	});

	it('is an error of Send Template, Preview, and Send and Wait too', async () => {
		const question = { to: ADA, template: 'helo/en_US', message: 'Tea?', responseType: 'freeText' };
		for (const operation of [sendTemplate, preview, sendAndWait]) {
			const { message } = await failureOf(runOperation(sandbox, operation, question));
			expect(message).toContain('Similar names: hello (en_US).');
		}
	});

	it('fails only its own item if the node continues', async () => {
		const forms = [{ to: ADA, template: 'helo/en_US', goesOn: true }, hello(BOB)];
		const { items } = await runOperation(sandbox, sendAuto, ...forms);
		expect(items).toMatchObject([
			{ error: { message: expect.stringContaining('Similar names: hello') as string } },
			{ sent: true, to: BOB },
		]);
	});

	describe('in a campaign', () => {
		const forms = (more: object = {}) =>
			[{ to: ADA, template: 'helo/en_US', ...more }, hello(BOB)].map((form) => ({
				campaignId: 'spring',
				...form,
			}));

		it.each([
			['Plan', plan],
			['Dry Run', dryRun],
		])('%s counts only its own item as invalid, and names what is like it', async (_name, operation) => {
			const { others, said } = await runOperation(sandbox, operation, ...forms());
			const message = "The gateway doesn't have a template helo in en_US. Similar names: hello (en_US).";
			expect(others.at(-1)).toMatchObject([{ problems: [{ path: 'template', message }] }]);
			expect(said[0]).toMatch(/^1 (planned|would be sent now), 1 invalid/);
		});

		it('is no mistake if the gateway can’t be asked', async () => {
			await sandbox.control.faults({ status: { path: '/v1/configs/templates', code: 503 } });
			expect((await runOperation(sandbox, plan, ...forms())).items).toMatchObject([{ planned: 2 }]);
		});

		it('is planned by a node that was stored before, whose hint says that it is skipped', async () => {
			const { items, hints } = await runOperation(sandbox, plan, forms({ typeVersion: 1 })[0]!);
			expect(items).toMatchObject([{ planned: 1, invalid: 0 }]);
			expect(hints).toEqual([
				expect.stringMatching(/Its state is absent.*Next: Send Due skips them as long as that is so\.$/),
			]);
		});
	});

	it('keeps its skip in a node that was stored before', async () => {
		const { items } = await auto('helo/en_US', { typeVersion: 1.1 });
		expect(items).toMatchObject([{ action: 'skip', rule: 'template-unusable' }]);
	});

	it('of another state is skipped as before', async () => {
		await sandbox.control.addTemplate({ name: 'refused', body: 'No.', status: 'REJECTED' });
		expect((await auto('refused/en_US')).items).toMatchObject([
			{ action: 'skip', rule: 'template-unusable' },
		]);
	});
});

describe('a location', () => {
	const place = (latitude: unknown, longitude: unknown) =>
		runOperation(sandbox, sendAuto, {
			to: ADA,
			freeformType: 'location',
			latitude,
			longitude,
			options: { lastInboundAt: new Date(sandbox.clock.now()).toISOString() },
		});

	it.each([
		[0, 0],
		['0', '0'],
	])('that was left empty is an error: %j, %j', async (latitude, longitude) => {
		const { message } = await failureOf(place(latitude, longitude));
		expect(message).toContain('Latitude and Longitude are 0, which is a place in the ocean.');
	});

	it('on the equator or on the prime meridian goes out', async () => {
		await sandbox.control.customerWrites({ from: ADA, text: 'Where are you?' });
		expect((await place(0, 32.5)).items).toMatchObject([{ sent: true }]);
		expect((await place(51.5, 0)).items).toMatchObject([{ sent: true }]);
	});
});

describe('several problems of one message', () => {
	const buttons = (...titles: string[]) => ({
		freeformType: 'buttons',
		bodyText: '',
		replyButtons: { button: titles.map((title) => ({ title })) },
	});

	it('are told at once: of the recipient, of the buttons, and of the template', async () => {
		const form = { to: 'abc', ...buttons('Yes', 'Yes', '', 'x'.repeat(21)), template: 'hello/en_US' };
		const { message, description } = await failureOf(runOperation(sandbox, sendAuto, form));
		expect(message).toBe('Nothing was sent. 6 things to fix');
		expect(description.split('<br>\n')).toEqual([
			expect.stringMatching(/^1\. To: "abc" isn't a phone number/),
			'2. Body is empty.',
			'3. Button 3, Title is empty.',
			'4. Button 4, Title has 21 characters, but only 20 are allowed.',
			'5. Buttons has 4 entries, but only 3 are allowed. For more choices, send a list.',
			'6. Button 2, Title is the same as that of an earlier one. Each needs its own.',
		]);
	});

	it('are told in one sentence if there is only one, which begins like all others', async () => {
		const form = { to: ADA, freeformType: 'list', bodyText: 'Choose', buttonLabel: 'Open' };
		const { message } = await failureOf(runOperation(sandbox, sendAuto, form));
		expect(message).toBe('Nothing was sent. Sections is empty: add at least one section.');
	});

	it('name no missing content if what is there can’t be read', async () => {
		const form = { to: '', freeformType: 'location', latitude: 0, longitude: 0 };
		const { description } = await failureOf(runOperation(sandbox, sendAuto, form));
		expect(description.split('<br>\n')).toEqual([
			expect.stringMatching(/^1\. Latitude and Longitude are 0/),
			expect.stringMatching(/^2\. To is empty\./),
		]);
	});
});

describe('a file that is none', () => {
	it('is an error that names its field', async () => {
		const image = { to: ADA, freeformType: 'image', mediaLink: ' ' };
		const { message } = await failureOf(runOperation(sandbox, sendAuto, image));
		expect(message).toMatch(
			/^Nothing was sent\. Link or Media ID is empty\. Enter a link to the file, or the ID/,
		);
		expect(sandbox.control.sent()).toEqual([]);
	});
});

describe('a customer who wrote to another number than the credential’s', () => {
	const answer = async (item: object) =>
		(await runOperation(sandbox, sendAuto, { to: ADA, text: 'Hello', freeformType: 'text', item })).items[0]!;

	it('is said in the reason why nothing was sent', async () => {
		const { sent, reason } = await answer({ contact: ADA, channel: '999' });
		expect(sent).toBe(false);
		expect(reason).toMatch(
			/ The customer's message came in on the number 999, and this node's credential is for \d+\. Choose the credential of 999\.$/,
		);
	});

	it.each([
		['the item is of the same number', () => ({ contact: ADA, channel: sandbox.phoneNumberId })],
		['the item is of another customer', () => ({ contact: BOB, channel: '999' })],
		['the item has no number', () => ({ contact: ADA })],
	])('is not said if %s', async (_, item) => {
		expect((await answer(item())).reason).not.toContain('came in on the number');
	});
});
