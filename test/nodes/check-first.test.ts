import {
	create as createGroup,
	update as updateGroup,
} from '../../nodes/BusinessMessaging/group/create-and-update.operations';
import { sendAuto, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { create as createTemplate } from '../../nodes/BusinessMessaging/template/create.operation';
import { deleteTemplate } from '../../nodes/BusinessMessaging/template/delete.operation';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { failureOf, runOperation } from './support/run-operation';

const CUSTOMER = '491701234567';
const unchecked = { checkFirst: false };
const LISTED = '/v1/configs/templates';

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

/** Makes the gateway accept what its documented limits don't allow. */
const acceptOnce = (path: string, body: unknown) =>
	sandbox.control.faults({ status: { path, times: 1, code: 200, body } });

const accepted = { messaging_product: 'whatsapp', messages: [{ id: 'wamid.accepted' }] };

describe('what breaks a documented limit', () => {
	const tooLong = { subject: 'x'.repeat(129) };

	it('is refused before the call', async () => {
		const creation = await failureOf(runOperation(sandbox, createGroup, tooLong));
		expect(creation.message).toMatch(/Subject has 129 characters, but only 128 are allowed/);
	});

	it('reaches the gateway if Check First is off, and may be more than the sandbox allows', async () => {
		const refused = await failureOf(runOperation(sandbox, createGroup, { ...tooLong, options: unchecked }));
		expect(refused.message).not.toMatch('but only 128 are allowed');
		await acceptOnce('/groups', { id: 'group' });
		const { items } = await runOperation(sandbox, createGroup, { ...tooLong, options: unchecked });
		expect(items).toMatchObject([{ id: 'group' }]);
	});

	it('is let through in a change of a group too', async () => {
		const { id } = await sandbox.control.addGroup({ subject: 'Tea' });
		const form = { groupId: id, options: tooLong };
		expect((await failureOf(runOperation(sandbox, updateGroup, form))).message).toMatch('129 characters');
		await acceptOnce(`/groups/${id}`, { success: true });
		const open = { ...form, options: { ...tooLong, ...unchecked } };
		expect((await runOperation(sandbox, updateGroup, open)).items).toMatchObject([{ success: true }]);
	});

	it.each([
		['Send Text', sendText],
		['Send Auto', sendAuto],
	])('goes out with %s', async (_name, operation) => {
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		const form = { to: CUSTOMER, text: 'x'.repeat(4_097) };
		const lately = { lastInboundAt: new Date().toISOString() };
		const refused = await failureOf(runOperation(sandbox, operation, { ...form, options: lately }));
		expect(refused.message).toMatch(/^Nothing was sent\./);
		await acceptOnce('/messages', accepted);
		const options = { ...lately, ...unchecked };
		const { items } = await runOperation(sandbox, operation, { ...form, options });
		expect(items).toMatchObject([{ sent: true, messageId: 'wamid.accepted' }]);
	});
});

describe('templates in the list that nobody can read', () => {
	const form = {
		templateName: 'order',
		templateLanguage: 'en_US',
		templateCategory: 'UTILITY',
		templateBody: 'Your order is on its way.',
	};
	const withUnreadable = async (...items: unknown[]) => {
		const body = {
			count: items.length + 1,
			total: items.length + 1,
			waba_templates: [{ name: null }, ...items],
		};
		await sandbox.control.faults({ status: { path: LISTED, times: 1, code: 200, body } });
	};

	it('are warned about by Create, which goes on', async () => {
		await withUnreadable();
		const { items } = await runOperation(sandbox, createTemplate, form);
		expect(items).toMatchObject([
			{
				name: 'order',
				warnings: [{ rule: 'list-readable', message: expect.stringContaining('1 template') as string }],
			},
		]);
	});

	it('leave no warning if there are none', async () => {
		const { items } = await runOperation(sandbox, createTemplate, form);
		expect(items).toMatchObject([{ warnings: [] }]);
	});

	it('are hinted at by Delete, which goes on', async () => {
		await sandbox.control.addTemplate({ name: 'order', body: 'Your order is on its way.' });
		await withUnreadable({ name: 'order', language: 'en_US' });
		const template = { template: { __rl: true, mode: 'name', value: 'order' } };
		const { items, hints } = await runOperation(sandbox, deleteTemplate, template);
		expect(items).toMatchObject([{ name: 'order', deleted: true, languages: ['en_US'], unreadable: 1 }]);
		expect(hints).toEqual([expect.stringContaining('1 template')]);
	});
});
