import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { createEngine, keptCampaign, parseWebhook } from '../../engine';
import { sendAuto } from '../../nodes/BusinessMessaging/message/send.operations';
import { dryRun, plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { getMany, getRecipients } from '../../nodes/BusinessMessagingCampaign/read.operations';
import { searchCampaigns } from '../../nodes/shared/campaign-list';
import { cancel } from '../../nodes/BusinessMessagingCampaign/cancel.operation';
import { pause, resume, retry } from '../../nodes/BusinessMessagingCampaign/change.operations';
import { sendDue } from '../../nodes/BusinessMessagingCampaign/send-due.operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { delivery } from '../support/wire';
import { forgetStore } from './support/forget-store';
import { failureOf, requestHelpers, runOperation } from './support/run-operation';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	await sandbox.control.addTemplate({ name: 'sale', body: 'Everything is cheaper.' });
	await sandbox.control.addTemplate({ name: 'offer', body: 'Dear {{1}}, look at this.' });
});

afterEach(async () => {
	await sandbox.close();
	await forgetStore();
});

const recipients = (template: string) =>
	['491701111111', '491702222222'].map((to) => ({ campaignId: 'spring', to, template: `${template}/en_US` }));

/** A campaign for two customers, who get its messages. */
async function sendSpring(): Promise<void> {
	await runOperation(sandbox, plan, ...recipients('hello'));
	expect((await runOperation(sandbox, sendDue, { campaign: '', options: {} })).said).toEqual(['2 sent.']);
}

describe('a campaign that is planned again', () => {
	const again =
		/^(Nothing new was planned\. )?2 already in .*\. This campaign is finished, so nothing more is sent to them\. To send them another message, enter another Campaign ID\.$/;

	it('continues as long as somebody is left', async () => {
		expect((await runOperation(sandbox, plan, ...recipients('hello'))).hints).toEqual([
			'<b>2 planned.</b><br>Next: Send Due sends them.',
		]);
		expect((await runOperation(sandbox, dryRun, ...recipients('sale'))).said).toEqual([
			expect.stringMatching(
				/^2 already in this campaign\. Those who were planned before keep their message, which Send Due sends unless it did already\./,
			),
		]);
		expect((await runOperation(sandbox, plan, ...recipients('sale'))).said).toEqual([
			expect.stringMatching(
				/^Nothing new was planned\. 2 already in this campaign\. Those who were planned before keep their message/,
			),
		]);
	});

	it('says once it is finished that nothing more is sent, and what to do instead', async () => {
		await sendSpring();
		expect((await runOperation(sandbox, dryRun, ...recipients('sale'))).said).toEqual([
			expect.stringMatching(again),
		]);
		expect((await runOperation(sandbox, plan, ...recipients('sale'))).said).toEqual([
			expect.stringMatching(again),
		]);
	});

	it('counts a recipient once, though several items list them', async () => {
		await sendSpring();
		const asked = { campaign: 'spring', returnAll: true };
		const { said } = await runOperation(sandbox, getRecipients, asked, asked);
		expect(said).toEqual([expect.stringMatching(/^2 accepted\. This ran 2 times for the same campaign/)]);
	});
});

describe('a campaign whose form still has the variables of another template', () => {
	const form = (template: string, templateVariables: object) => ({
		campaignId: 'stale',
		to: '491704444444',
		template: `${template}/en_US`,
		templateVariables,
	});

	it('is told which variable is missing, and how to fill it in, before anything is planned', async () => {
		const empty = { mappingMode: 'defineBelow', value: {}, schema: [] };
		const message = expect.stringMatching(
			/^The template offer still needs a value for 1 variable: \{\{1\}\}.*close the node and open it again\.$/,
		) as string;
		for (const operation of [dryRun, plan]) {
			const { items, others } = await runOperation(sandbox, operation, form('offer', empty));
			expect(items).toMatchObject([{ invalid: 1 }]);
			expect(others).toMatchObject([[{ problems: [{ message }] }]]);
		}
	});

	it('sends no value that the template does not have', async () => {
		const old = { mappingMode: 'defineBelow', value: { body_1: 'Ada' }, schema: [{ id: 'body_1' }] };
		await runOperation(sandbox, plan, form('hello', old));
		await runOperation(sandbox, sendDue, { campaign: 'stale', options: {} });
		expect(sandbox.control.sent().at(-1)).toMatchObject({ to: '491704444444', template: { name: 'hello' } });
	});
});

describe('an item that can not be planned', () => {
	const problemsOf = async (form: object) => {
		const { others } = await runOperation(sandbox, plan, {
			campaignId: 'stale',
			to: '491704444444',
			...form,
		});
		expect(others[0]).toMatchObject([{ itemIndex: 0 }]);
		return others[0]!.flatMap(({ problems }) => problems);
	};

	it('names its problems by the labels of the form', async () => {
		expect(await problemsOf({})).toEqual([
			{
				path: 'template',
				message: 'Template is missing, and so is the freeform content: one of them is needed.',
			},
		]);
		const mapped = { mappingMode: 'defineBelow', value: { body_1: 'a    b\tc' }, schema: [] };
		expect(await problemsOf({ template: 'offer/en_US', templateVariables: mapped })).toMatchObject([
			{ message: expect.stringMatching(/^Body \{\{1\}\} .+\.$/) },
		]);
		expect(await problemsOf({ text: 'Hello', options: { recipientKey: 'k'.repeat(201) } })).toEqual([
			{ path: 'key', message: 'Recipient Key must be a text of 1 to 200 characters.' },
		]);
	});
});

it('the list of campaigns says which are finished', async () => {
	const stale = { campaignId: 'stale', template: 'hello/en_US' };
	await sendSpring();
	await runOperation(sandbox, plan, { ...stale, to: '491704444444' });
	await runOperation(sandbox, sendDue, { campaign: 'stale', options: {} });
	const { items } = await runOperation(sandbox, getMany, { returnAll: true });
	expect(items.map(({ campaign, state }) => [campaign, state])).toEqual([
		['stale', 'finished'],
		['spring', 'finished'],
	]);
	await runOperation(sandbox, plan, { ...stale, to: '491701111111' });
	const [newest] = (await runOperation(sandbox, getMany, { returnAll: true })).items;
	expect(newest).toMatchObject({ campaign: 'stale', state: 'running' });
});

it('a plan of invalid items alone says that nothing was planned, and why', async () => {
	const { said } = await runOperation(sandbox, plan, { campaignId: 'stale', template: 'hello/en_US' });
	expect(said).toEqual([
		'Nothing was planned. 1 invalid (the output Invalid says why). Why: To is empty. Check that the item has a phone number, and that To is the field with it.',
	]);
});

it('a retry for several items says what is planned again, and how to run it once', async () => {
	await sendSpring();
	const form = { campaign: 'spring', what: 'failed' };
	expect((await runOperation(sandbox, retry, form)).said).toEqual(['Nothing to retry: no recipient failed.']);
	expect((await runOperation(sandbox, retry, form, form)).said).toEqual([
		expect.stringMatching(/^Nothing to retry: no recipient failed\. This ran 2 times .* Execute Once/),
	]);
	const unknown = { ...form, campaign: 'unknown', goesOn: true };
	expect((await runOperation(sandbox, retry, unknown, { ...form, what: 'held' })).said).toEqual([
		expect.stringMatching(/^Nothing to retry: no recipient is held\./),
	]);
});

describe('a retry of those who failed', () => {
	const form = { campaign: 'spring', what: 'failed' };
	async function fail(code: number): Promise<void> {
		await sandbox.control.faults({ error: { code } });
		await runOperation(sandbox, plan, ...recipients('hello'));
		await runOperation(sandbox, sendDue, { campaign: '', options: {} });
	}

	it('says that nothing is sent to them as long as the campaign is paused', async () => {
		await fail(131049);
		await runOperation(sandbox, pause, { campaign: 'spring' });
		const { items, said } = await runOperation(sandbox, retry, { ...form, what: 'held' });
		expect(items).toMatchObject([{ planned: 2, state: 'paused' }]);
		expect(said).toEqual([
			'2 planned again. The campaign is paused, so nothing is sent to them yet. Next: Resume it. Then Send Due sends them.',
		]);
	});

	it('says who will fail again, and why', async () => {
		await fail(131026);
		const { items, said } = await runOperation(sandbox, retry, form);
		expect(said).toEqual([
			expect.stringMatching(
				/^2 planned again\. Next: Send Due sends them\. 2 of them will fail again unless the cause is gone: This message can't be delivered to this customer: .* Trying again won't help\..*131026/,
			),
		]);
		expect(items).toMatchObject([{ state: 'running', warning: expect.stringContaining('131026') }]);
	});
});

describe('a campaign whose template is paused', () => {
	it('says so as soon as it is planned, and what becomes of it', async () => {
		await sandbox.control.pause('sale');
		const { said } = await runOperation(
			sandbox,
			plan,
			...recipients('sale').map((each) => ({ ...each, campaignId: 'paused' })),
		);
		expect(said).toEqual([
			expect.stringMatching(
				/^2 planned\. The platform paused the template sale .*\. Next: Send Due sends to each as soon as the rules allow it\.$/,
			),
		]);
	});
});

describe('the list of campaigns', () => {
	const listed = async (operation: string, filter?: string) => {
		const context = {
			getCredentials: () => Promise.resolve({ ...sandboxCredential(sandbox).data, store: 'sqlite::memory:' }),
			getCurrentNodeParameter: () => operation,
			helpers: requestHelpers,
		} as unknown as ILoadOptionsFunctions;
		return (await searchCampaigns.call(context, filter)).results;
	};

	it('has the messages that Send Auto kept, if there are any, where they can be read or sent', async () => {
		await sendSpring();
		const later = { campaignId: 'summer', template: 'sale/en_US' };
		await runOperation(sandbox, plan, { ...later, to: '491701111111' }, { ...later, to: '491704444444' });
		await runOperation(sandbox, pause, { campaign: 'summer' });
		const campaigns = [
			{ name: 'summer (2 recipients, paused when listed)', value: 'summer' },
			{ name: 'spring (2 recipients, finished)', value: 'spring' },
		];
		expect(await listed('getRecipients')).toEqual(campaigns);
		await sandbox.control.pause('hello');
		const form = { to: '491703333333', template: 'hello/en_US', options: { whenHeld: 'keep' } };
		await runOperation(sandbox, sendAuto, form);
		const value = keptCampaign(String(sandboxCredential(sandbox).data.phoneNumberId));
		expect(await listed('getRecipients')).toEqual([
			...campaigns,
			{ name: 'Messages that Send Auto kept', value },
		]);
		expect(await listed('cancel')).toEqual(campaigns);
		expect(await listed('getRecipients', 'spr')).toEqual(campaigns.slice(1));
		const { items } = await runOperation(sandbox, getRecipients, { campaign: value, returnAll: true });
		expect(items).toMatchObject([{ to: '491703333333', state: 'held' }]);
	});
});

it('a plan says who is repeated in it, unless keys tell their messages apart', async () => {
	const rows = (options: object[]) =>
		options.map((each, index) => ({
			campaignId: 'appointments',
			to: index === 2 ? '+49 170 1111111' : '491701111111',
			template: 'hello/en_US',
			options: each,
		}));
	const twice =
		/ 1 customer is repeated in the list, and only the first message counts\. To send each of them, .*set the option Recipient Key\./;
	for (const operation of [dryRun, plan])
		expect((await runOperation(sandbox, operation, ...rows([{}, {}, {}]))).said).toEqual([
			expect.stringMatching(twice),
		]);
	const keys = [{ recipientKey: '1' }, { recipientKey: '2' }, { recipientKey: '3' }];
	const { items, said } = await runOperation(sandbox, plan, ...rows(keys));
	expect(items).toMatchObject([{ planned: 3 }]);
	expect(said).toEqual([expect.not.stringContaining('repeated')]);
});

it('a campaign that is canceled says how many recipients get no message, also when it is canceled again', async () => {
	const form = { campaignId: 'late', template: 'hello/en_US' };
	const [one, other] = ['491704444444', '491705555555'].map((to) => ({ ...form, to }));
	await runOperation(sandbox, plan, one!, other!);
	for (const reason of ['Sold out', 'Sold out again']) {
		const { items, hints } = await runOperation(sandbox, cancel, { campaign: 'late', reason });
		expect(items).toMatchObject([{ campaign: 'late', state: 'cancelled', skipped: 2 }]);
		expect(hints).toEqual(['The campaign late is cancelled. 2 recipients who had no message yet get none.']);
	}
});

it('an expression that names neither the whole campaign nor some recipients cancels nothing', async () => {
	const form = { campaignId: 'kept', template: 'hello/en_US', options: {} };
	await runOperation(sandbox, plan, { ...form, to: '491704444444' });
	const wrong = { campaign: 'kept', cancelWhat: 'Some Recipients', cancelledRecipients: '491704444444' };
	await expect(runOperation(sandbox, cancel, wrong)).rejects.toThrow(
		'Cancel must be "campaign" (Whole Campaign) or "recipients" (Some Recipients), not "Some Recipients".',
	);
	expect((await runOperation(sandbox, sendDue, { campaign: 'kept', options: {} })).said).toEqual(['1 sent.']);
});

it('some recipients are canceled, and the campaign goes on for the others', async () => {
	const form = { campaignId: 'some', template: 'hello/en_US', options: {} };
	const [one, two, three] = ['491704444444', '491705555555', '491706666666'].map((to) => ({ ...form, to }));
	await runOperation(sandbox, plan, one!, two!, { ...three!, options: { recipientKey: 'order-7' } });
	const some = { campaign: 'some', cancelWhat: 'recipients', reason: 'Asked us not to.' };
	const { items, hints } = await runOperation(sandbox, cancel, {
		...some,
		cancelledRecipients: '+49 170 4444444, order-7, 491709999999',
	});
	expect(items).toMatchObject([
		{ campaign: 'some', state: 'running', skipped: 2, notWaiting: ['491709999999'] },
	]);
	expect(hints).toEqual([
		'2 recipients get no message of the campaign some. Not waiting for a message: 491709999999.',
	]);
	const again = { ...some, cancelledRecipients: '491704444444' };
	const { hints: twice } = await runOperation(sandbox, cancel, again, {
		...again,
		cancelledRecipients: 'order-7',
	});
	expect(twice).toEqual(['No recipient was cancelled. Not waiting for a message: 491704444444, order-7.']);
	expect((await runOperation(sandbox, sendDue, { campaign: 'some', options: {} })).said).toEqual(['1 sent.']);
	const found = await runOperation(sandbox, getRecipients, { campaign: 'some', returnAll: true });
	expect(new Map(found.items.map(({ to, state, rule, reason }) => [to, [state, rule, reason]]))).toEqual(
		new Map([
			['491704444444', ['skipped', 'recipient-cancelled', 'Asked us not to.']],
			['491705555555', ['accepted', expect.anything(), expect.anything()]],
			['491706666666', ['skipped', 'recipient-cancelled', 'Asked us not to.']],
		]),
	);
	const { message } = await failureOf(runOperation(sandbox, cancel, { ...some, cancelledRecipients: ' ' }));
	expect(message).toBe('Recipients is empty. Enter phone numbers, or set Cancel to Whole Campaign.');
	const finished = await runOperation(sandbox, cancel, { campaign: 'some' });
	expect(finished.items).toMatchObject([{ state: 'finished', skipped: 0 }]);
	expect(finished.hints).toEqual([
		'The campaign some was finished before: nobody waited for a message, so nothing was cancelled.',
	]);
	const more = await runOperation(sandbox, plan, one!, { ...form, to: '491707777777' });
	expect(more.items).toMatchObject([{ planned: 1, repeatedRecipients: ['491704444444'] }]);
	await runOperation(sandbox, cancel, { campaign: 'some' });
	expect((await failureOf(runOperation(sandbox, cancel, again))).message).toBe(
		'The campaign "some" is cancelled, so none of its recipients waits.',
	);
});

it('a campaign that is paused says how many recipients wait, and so does Send Due', async () => {
	const form = { campaignId: 'lunch', template: 'hello/en_US' };
	const [one, other] = ['491706666666', '491707777777'].map((to) => ({ ...form, to }));
	await runOperation(sandbox, plan, one!, other!);
	const paused = await runOperation(sandbox, pause, { campaign: 'lunch', reason: 'Lunch.' });
	expect(paused.items).toMatchObject([{ campaign: 'lunch', state: 'paused', waiting: 2, sending: 0 }]);
	expect(paused.hints).toEqual([
		'The campaign lunch is paused. 2 recipients wait. Send Due sends nothing of it until you resume it.',
	]);
	const { items, said } = await runOperation(sandbox, sendDue, { campaign: 'lunch', options: {} });
	expect(items).toMatchObject([{ paused: [{ campaign: 'lunch', why: 'Lunch.', waiting: 2 }] }]);
	expect(said).toEqual([
		'Nothing was sent. lunch is paused: Lunch. 2 recipients wait. Resume continues a paused campaign.',
	]);
	const resumed = await runOperation(sandbox, resume, { campaign: 'lunch' });
	expect(resumed.hints).toEqual([
		'The campaign lunch is running. 2 recipients wait. Send Due sends what is due.',
	]);
});

it('the recipients of a campaign have the names in their profiles, or those of the list', async () => {
	const channel = String(sandboxCredential(sandbox).data.phoneNumberId);
	const [mia, ada, ben, kim] = ['491708888888', '491709999999', '491701234567', '491701234568'];
	const metadata = { display_phone_number: '15550001234', phone_number_id: channel };
	const contacts = [{ profile: { name: 'Mia' }, wa_id: mia }];
	const message = { from: mia, id: 'wamid.mia', timestamp: '1770000000', type: 'text', text: { body: 'Hi' } };
	const engine = createEngine({ store: await sharedStore('sqlite::memory:') });
	await engine.ingest(parseWebhook(delivery('messages', { metadata, contacts, messages: [message] })));
	const form = { campaignId: 'names', template: 'hello/en_US' };
	await runOperation(
		sandbox,
		plan,
		{ ...form, to: mia, options: {}, item: { name: 'Maria' } },
		{ ...form, to: ada, item: { 'First Name': 'Ada', name: '' } },
		{ ...form, to: ben, item: { name: 'Blue shirt' }, options: { recipientKey: 'order-7' } },
		{ ...form, to: kim, item: { name: 7, email: 'kim@example.com' } },
	);
	const { items } = await runOperation(sandbox, getRecipients, { campaign: 'names', returnAll: true });
	expect(new Map(items.map(({ to, contactName }) => [to, contactName]))).toEqual(
		new Map([
			[mia, 'Mia'],
			[ada, 'Ada'],
			[ben, null],
			[kim, null],
		]),
	);
});
