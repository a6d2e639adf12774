import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { runOperation } from './support/run-operation';

const [ADA, BOB] = ['491701234567', '491707654321'];
const WARNING =
	'en_US has BODY, unlike de (BODY, FOOTER). Give all translations of hello the same structure, or sending can fail.';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
});
afterEach(() => sandbox.close());

const addGerman = (...more: Array<{ type: string; text: string }>) =>
	sandbox.control.addTemplate({
		name: 'hello',
		language: 'de',
		components: [{ type: 'BODY', text: 'Hallo aus dem Laden.' }, ...more],
	});
const hello = (to: string, more: object = {}) => ({ to, template: 'hello/en_US', ...more });

describe('Send Auto sends a template whose translations differ', () => {
	it('and warns in the item and above the output, once for all items', async () => {
		await addGerman({ type: 'FOOTER', text: 'Ihr Laden' });
		const { items, hints } = await runOperation(sandbox, sendAuto, hello(ADA), hello(BOB));
		expect(items).toMatchObject([
			{ sent: true, warnings: [WARNING] },
			{ sent: true, warnings: [WARNING] },
		]);
		expect(hints).toEqual([WARNING]);
	});

	it('without a warning if they are alike', async () => {
		await addGerman();
		const { items, hints } = await runOperation(sandbox, sendAuto, hello(ADA));
		expect(items[0]).not.toHaveProperty('warnings');
		expect(hints).toEqual([]);
	});

	it('without a warning if freeform content goes out instead', async () => {
		await addGerman({ type: 'FOOTER', text: 'Ihr Laden' });
		await sandbox.control.customerWrites({ from: ADA, text: 'Hi' });
		const lastInboundAt = new Date(sandbox.clock.now()).toISOString();
		const form = hello(ADA, { text: 'Hello', options: { lastInboundAt } });
		const { items } = await runOperation(sandbox, sendAuto, form);
		expect(items).toMatchObject([{ action: 'freeform' }]);
		expect(items[0]).not.toHaveProperty('warnings');
	});
});
