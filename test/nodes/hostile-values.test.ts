import { release } from '../../nodes/BusinessMessaging/conversation/thread-control.operations';
import { create as createGroup } from '../../nodes/BusinessMessaging/group/create-and-update.operations';
import { sendMessage, sendTemplate, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { sendAndWait } from '../../nodes/BusinessMessaging/message/wait/send-and-wait.operation';
import { getSpending } from '../../nodes/BusinessMessaging/money/get-spending.operation';
import { setSettings } from '../../nodes/BusinessMessaging/number/settings.operations';
import { create as createTemplate } from '../../nodes/BusinessMessaging/template/create.operation';
import { deleteTemplate } from '../../nodes/BusinessMessaging/template/delete.operation';
import { getMany } from '../../nodes/BusinessMessaging/template/get.operations';
import { cancel } from '../../nodes/BusinessMessagingCampaign/cancel.operation';
import { pause } from '../../nodes/BusinessMessagingCampaign/change.operations';
import { plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { dropDeadLetters } from '../../nodes/BusinessMessagingInbox/dead-letters.operations';
import { setRetention } from '../../nodes/BusinessMessagingInbox/set-retention.operation';
import type { Operation } from '../../nodes/shared/operation';
import { readTime } from '../../nodes/shared/read/values';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { forgetStore } from './support/forget-store';
import { failureOf, runOperation } from './support/run-operation';

const ADA = '491701111111';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});
afterEach(async () => {
	await forgetStore();
	await sandbox.close();
});

type Form = Record<string, unknown>;
const run = (operation: Operation, ...forms: Form[]) => runOperation(sandbox, operation, ...forms);

/** What the error of the second item says. Forms whose fields differ are expressions. */
const failureOfSecond = async (operation: Operation, good: Form, wrong: Form) =>
	(await failureOf(run(operation, good, wrong))).message;

const isAnObject = (field: string) =>
	expect.stringContaining(`${field} is an object, not a text. `) as string;

describe('an expression that returns an object where the form has a text', () => {
	beforeEach(() => run(plan, { campaignId: 'a', to: ADA, template: 'hello/en_US' }));

	const group = { subject: 'Tea' };
	const template = { templateName: 'news', templateLanguage: 'en_US', templateBody: 'News from us.' };
	it.each<[string, Operation, Form, Form]>([
		['Subject', createGroup, group, { subject: { name: 'Tea' } }],
		['Subject', createGroup, group, { subject: new Map() }],
		['Subject', createGroup, group, { subject: [{ name: 'Tea' }] }],
		['Description', createGroup, group, { subject: 'Tea', options: { description: {} } }],
		['Reply To', sendText, { to: ADA, text: 'Hi' }, { to: ADA, text: 'Hi', options: { replyTo: {} } }],
		['Body', createTemplate, template, { ...template, templateBody: { text: 'News' } }],
		['Campaign', cancel, { campaign: 'a' }, { campaign: { id: 'a' } }],
		['Campaign', getSpending, {}, { spendingCampaign: { id: 'a' } }],
	])('fails for %s, and nothing is done for that item', async (field, operation, good, wrong) => {
		const message = await failureOfSecond(operation, good, wrong);
		expect(message).toEqual(isAnObject(field));
		const { items } = await run(operation, { ...wrong, goesOn: true }, good);
		expect(items[0]).toMatchObject({ error: { message: isAnObject(field) } });
		expect(JSON.stringify(sandbox.control.sent())).not.toContain('[object');
	});

	it('names the row of the form', async () => {
		const form = (title: unknown) => ({
			to: ADA,
			freeformType: 'buttons',
			bodyText: 'When?',
			replyButtons: { button: [{ title: 'Today' }, { title }] },
		});
		const message = await failureOfSecond(sendMessage, form('Later'), form({}));
		expect(message).toEqual(isAnObject('Button 2, Title'));
		expect(sandbox.control.sent()).toEqual([]);
	});

	it('fails alone for a number that is none', async () => {
		const message = await failureOfSecond(createGroup, { subject: 5 }, { subject: NaN });
		expect(message).toBe('Subject is NaN. Change what its expression returns.');
	});
});

describe('a field that takes a number', () => {
	it.each([true, [5], new Date(5), { a: 1 }])(
		'takes no %j, also where it would delete what is old',
		async (days) => {
			const form = { retentionDays: { events: days } };
			for (const operation of [setRetention, setSettings]) {
				expect((await failureOf(run(operation, form))).message).toContain('Events must be a number, not ');
			}
		},
	);
});

describe('a time', () => {
	it.each([10, '10', 5, '5', '-5', '12/5', 'Ends 5', '5 May'])(
		'is none without its year or its hour: %j',
		(given) => {
			expect(() => readTime(given, 'Ends At', 'UTC')).toThrow(`Ends At isn't a valid time: ${given}. `);
		},
	);

	it.each(['10:30', '2026-12-31', '12/31/2026', '12/31/26', new Date(1_790_000_000_000), '20261231'])(
		'can be %j',
		(given) => {
			expect(readTime(given, 'Ends At', 'UTC')).toBeGreaterThan(0);
		},
	);
});

describe('the template of a template operation', () => {
	it.each(['/en_US', 'a/b/c', { name: 'hello' }])(
		'is refused with how it is written, and nothing is deleted: %j',
		async (template) => {
			expect((await failureOf(run(deleteTemplate, { template }))).message).toContain(
				'needs a name and a language',
			);
			expect((await run(getMany, { filters: {} })).items).toHaveLength(1);
		},
	);

	it('can be its name alone', async () => {
		expect((await run(deleteTemplate, { template: 'hello' })).items).toMatchObject([
			{ name: 'hello', deleted: true },
		]);
	});
});

it('a variable that is no number is missing', async () => {
	await sandbox.control.addTemplate({ name: 'order', body: 'Your order {{1}} is on its way.' });
	const templateVariables = {
		mappingMode: 'defineBelow',
		value: { body_1: NaN },
		schema: [{ id: 'body_1' }],
	};
	const { message } = await failureOf(
		run(sendTemplate, { to: ADA, template: 'order/en_US', templateVariables }),
	);
	expect(message).toContain('still needs a value for 1 variable');
});

it('an empty list of dead letters drops none, instead of all', async () => {
	const form = { subscription: 'workflow/node', deadLetters: [] };
	const { message } = await failureOf(run(dropDeadLetters, form));
	expect(message).toBe(
		'Dead Letters is an empty list, so nothing was chosen. Leave the field empty for all.',
	);
});

it('a filter of Template: Get Many can be a number', async () => {
	await sandbox.control.addTemplate({ name: '5', body: 'Five.' });
	expect((await run(getMany, { filters: { name: 5 } })).items).toMatchObject([{ name: '5' }]);
});

it('a campaign takes a date or a list as the reason of a pause, and its ID can be a number', async () => {
	await run(plan, { campaignId: 5, to: ADA, template: 'hello/en_US' });
	expect((await run(pause, { campaign: 5, reason: ['Sold', 'out'] })).items).toMatchObject([
		{ why: 'Sold,out' },
	]);
});

it('Campaign ID is what the form calls it', async () => {
	const { message } = await failureOf(run(plan, { campaignId: '', to: ADA, template: 'hello/en_US' }));
	expect(message).toMatch(/^Nothing was planned\. Campaign ID must be /);
});

it('Metadata that is nothing stays out, and a number is a text', async () => {
	for (const metadata of [null, 5]) {
		const { message } = await failureOf(run(release, { customer: ADA, metadata }));
		expect(message).not.toMatch(/destructure|Invalid input/);
	}
});

it('too many choices are blamed on Choices', async () => {
	const choice = Array.from({ length: 11 }, (_, index) => ({ title: `Choice ${index}` }));
	const form = { to: ADA, message: 'Which?', responseType: 'choices', responseChoices: { choice } };
	const { message } = await failureOf(run(sendAndWait, form));
	expect(message).toMatch(/^Nothing was sent\. Choices has 11 rows/);
});
