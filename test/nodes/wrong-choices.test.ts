import { decide } from '../../nodes/BusinessMessagingRules/decide';
import { sendAuto, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { getSettings, setSettings } from '../../nodes/BusinessMessaging/number/settings.operations';
import { retry } from '../../nodes/BusinessMessagingCampaign/change.operations';
import { plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { sendDue } from '../../nodes/BusinessMessagingCampaign/send-due.operation';
import type { Operation } from '../../nodes/shared/operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const [ANNA, BEN] = ['491701111141', '491701111142'];

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});
afterEach(() => sandbox.close());

/** Forms whose fields differ are expressions. */
const run = (operation: Operation, ...forms: Array<Record<string, unknown>>) =>
	runOperation(sandbox, operation, ...forms);

const message = (to: string, options: object, more: object = {}) => ({
	to,
	template: 'hello/en_US',
	options,
	...more,
});

describe('a field with few choices, if its expression returns something else', () => {
	it('stops the node before anything is sent, and names the item, the choices, and the value', async () => {
		const good = message(ANNA, { category: 'marketing', whenHeld: 'keep' });
		const wrong = message(BEN, { category: 'Werbung', whenHeld: 'Keep and Send Later' });
		expect(await failureOf(run(sendAuto, good, wrong))).toEqual({
			message: 'Nothing was done. 2 things to fix',
			description: expect.stringMatching(
				/^1\. When Held must be "return" \(Return the Item\) or "keep" \(Keep and Send Later\), not "Keep and Send Later"\. Change what its expression returns\.<br>\n2\. Category must be "AUTHENTICATION" \(Authentication\), "MARKETING" \(Marketing\), or "UTILITY" \(Utility\), not "Werbung"\. /,
			),
		});
		expect(sandbox.control.sent()).toEqual([]);
	});

	it('fails for that item alone if the node continues after errors', async () => {
		const good = message(ANNA, { category: 'marketing' }, { goesOn: true });
		const { items } = await run(sendAuto, good, message(BEN, { category: 'Werbung' }));
		expect(items).toMatchObject([{ sent: true }, { sent: false, contact: BEN, error: { code: null } }]);
	});

	it('holds the item in Rules, also if it only looks like true or false', async () => {
		const form = { to: ANNA, template: '', freeform: true, goesOn: true };
		await sandbox.control.customerWrites({ from: ANNA });
		const { others } = await run(decide as Operation, form, { ...form, freeform: 'false' });
		const [, [held]] = others as [unknown, Array<Record<string, unknown>>];
		expect(held!.error).toMatchObject({
			message:
				'Nothing was done. Has Freeform Content must be true or false, not "false". Change what its expression returns.',
		});
	});

	it('counts as left out if the expression returns nothing, and the words of the platform count in any case', async () => {
		const forms = ['marketing', 'UTILITY', '', null, undefined].map((category) =>
			message(ANNA, { category }),
		);
		const { items } = await run(sendAuto, ...forms);
		expect(items).toHaveLength(5);
		expect(items.every(({ sent }) => sent === true)).toBe(true);
	});

	it('is said of a field in any collection, such as a setting of a number', async () => {
		const settings = [{ checkFirst: true }, { checkFirst: 'no' }].map((each) => ({ numberSettings: each }));
		expect((await failureOf(run(setSettings, ...settings))).message).toBe(
			'Nothing was done. Check First must be true or false, not "no". Change what its expression returns.',
		);
		const { items } = await run(getSettings, {});
		expect(items).toMatchObject([{ checkFirst: null }]);
	});

	it('is said before Retry looks at the campaign, and before Send Due sends for all items', async () => {
		await run(plan, { campaignId: 'spring', to: ANNA, template: 'hello/en_US' });
		const { message: said } = await failureOf(
			run(retry, { campaign: 'spring', what: 'failed' }, { campaign: 'spring', what: 'Failed' }),
		);
		expect(said).toMatch(/^Nothing was done\. Recipients must be "failed" \(Failed\), .+, not "Failed"\./);
		for (const goesOn of [false, true]) {
			const form = { campaign: '', output: 'summary', goesOn };
			const ended = await run(sendDue, form, { ...form, output: 'Each' }).catch((error: Error) => error);
			expect(ended).toMatchObject(
				goesOn ? { items: [{ error: {} }] } : { message: expect.stringMatching(/not "Each"/) },
			);
		}
		expect(sandbox.control.sent()).toEqual([]);
	});
});

describe('a template, if its expression returns something else than a text', () => {
	it.each([
		['an object', { name: 'hello' }, '{"name":"hello"}'],
		['a list', ['hello/en_US'], '["hello/en_US"]'],
		['a number', 5, '5'],
	])('is refused with how it is written: %s', async (_, template, shown) => {
		const { message: said } = await failureOf(run(sendAuto, { to: ANNA, template }));
		expect(said).toBe(
			`Nothing was sent. The template "${shown}" needs a name and a language, for example order_update/en_US.`,
		);
		const held = await failureOf(run(decide as Operation, { to: ANNA, template }));
		expect(held.message).toContain(`The template "${shown}" needs a name and a language`);
	});
});

describe('a variable of a template', () => {
	const order = (value: unknown) => ({
		to: ANNA,
		template: 'order/en_US',
		templateVariables: { mappingMode: 'defineBelow', value: { body_1: value }, schema: [{ id: 'body_1' }] },
	});
	beforeEach(() => sandbox.control.addTemplate({ name: 'order', body: 'Your order {{1}} is on its way.' }));

	it.each([
		['an object', { id: 7 }, '{"id":7}'],
		['a list', [7], '[7]'],
	])('is refused if it is %s, of which customers would read the JSON', async (_, value, shown) => {
		const { message: said } = await failureOf(run(sendAuto, order(value)));
		expect(said).toBe(
			`Nothing was sent. The template order takes texts, but got an object or a list: body_1 is ${shown}. Use an expression that returns a text, such as one field of it.`,
		);
	});

	it('is a text, a number, or true or false', async () => {
		for (const value of ['A7', 7, true]) await run(sendAuto, order(value));
		const texts = sandbox.control.sent().map(({ body }) => /"text":"([^"]+)"/.exec(JSON.stringify(body))![1]);
		expect(texts).toEqual(['A7', '7', 'true']);
	});
});

it('a text that is an expression is no choice', async () => {
	await sandbox.control.customerWrites({ from: ANNA });
	const { items } = await run(sendText, { to: ANNA, text: 'One' }, { to: ANNA, text: 'Two' });
	expect(items).toMatchObject([{ sent: true }, { sent: true }]);
});
