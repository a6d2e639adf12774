import { sendTemplate } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const CUSTOMER = '491701234567';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

const send = (template: string) => runOperation(sandbox, sendTemplate, { to: CUSTOMER, template });

describe('a template that the gateway refuses', () => {
	it.each([
		['PENDING', 'The template hello (en_US) is in review.'],
		['REJECTED', 'The platform rejected the template hello (en_US).'],
		['ARCHIVED', 'The template hello (en_US) is archived.'],
		['PAUSED', 'The template hello (en_US) is paused.'],
		['DISABLED', 'The template hello (en_US) is disabled.'],
	] as const)('says what its status %s means', async (status, sentence) => {
		await sandbox.control.addTemplate({ name: 'hello', status });
		const { message, description } = (await failureOf(send('hello/en_US'))) as Error & {
			description: string;
		};
		expect(message).toBe(`Nothing was sent. ${sentence}`);
		expect(description).toMatch(/\.<br>\nThe gateway's error: \(#1320(01|15|16)\) Template [\w ]+$/);
	});

	it.each([
		['PENDING', true],
		['REJECTED', false],
	] as const)(
		'with the status %s, says to ask support after 48 hours of review: %p',
		async (status, says) => {
			await sandbox.control.addTemplate({ name: 'hello', status });
			const { description } = (await failureOf(send('hello/en_US'))) as Error & { description: string };
			const words = "A review takes up to 24 hours. After 48 hours, ask your provider's support.";
			expect(description.includes(words)).toBe(says);
		},
	);

	it('says in which languages the gateway has it', async () => {
		await sandbox.control.addTemplate({ name: 'hello', language: 'de' });
		expect((await failureOf(send('hello/en_US'))).message).toBe(
			"Nothing was sent. The gateway doesn't have a template hello in en_US. Available languages: de.",
		);
	});

	it('says that the gateway has none of this name', async () => {
		expect((await failureOf(send('hello/en_US'))).message).toBe(
			"Nothing was sent. The gateway doesn't have a template hello in en_US. Choose one from the list, or create it with Template: Create.",
		);
	});

	it('says what the error itself tells if the list tells nothing', async () => {
		await sandbox.control.addTemplate({ name: 'hello', status: 'PENDING' });
		const list = { path: '/v1/configs/templates', times: 20, code: 500, body: {} };
		await sandbox.control.faults({ status: list });
		expect((await failureOf(send('hello/en_US'))).message).toMatch(
			/^Nothing was sent\. The gateway doesn't have this template/,
		);
	});
});

it('a template that is approved goes out', async () => {
	await sandbox.control.addTemplate({ name: 'hello' });
	expect((await send('hello/en_US')).items).toMatchObject([{ sent: true }]);
});
