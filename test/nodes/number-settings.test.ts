import { setRetention } from '../../nodes/BusinessMessagingInbox/set-retention.operation';
import { plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { sendAuto, sendText } from '../../nodes/BusinessMessaging/message/send.operations';
import { getSettings, setSettings } from '../../nodes/BusinessMessaging/number/settings.operations';
import { decide } from '../../nodes/BusinessMessagingRules/decide';
import type { Operation } from '../../nodes/shared/operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';
import { failureOf, runOperation } from './support/run-operation';

const ADA = '491701234567';
const STORE = 'sqlite::memory:';
const NOTHING = {
	policy: null,
	timeZone: null,
	checkFirst: null,
	messagesPerSecond: null,
	retentionDays: {
		events: null,
		sends: null,
		recipients: null,
		sentTexts: null,
		decisions: null,
		conversations: null,
	},
};

describe('the settings of the numbers of a credential', () => {
	let several: SeveralNumbers;
	let [a, b]: [a: string, b: string] = [] as never;
	beforeEach(async () => {
		several = await startSeveralNumbers(2);
		[a, b] = several.sandboxes.map(({ phoneNumberId }) => phoneNumberId) as [string, string];
		for (const { control } of several.sandboxes) {
			await control.customerWrites({ from: ADA, text: 'Hi' });
			await control.addTemplate({ name: 'hello', body: 'Hello.' });
		}
	});
	afterEach(() => several.close());

	const run = (operation: Operation, ...forms: Array<Record<string, unknown>>) =>
		runOperation(
			several.sandboxes[0]!,
			operation,
			...forms.map((form) => ({
				...form,
				credential: { ...several.credential.data, store: STORE, ...(form.credential as object) },
			})),
		);
	const set = (fromNumber: string, numberSettings: object, more: object = {}) =>
		run(setSettings, { fromNumber, numberSettings, ...more });

	it('are set for one, and are returned for each', async () => {
		const { items } = await set(
			b,
			{ policy: 'platform', checkFirst: false },
			{ retentionDays: { events: 30 } },
		);
		const ofB = {
			...NOTHING,
			number: b,
			policy: 'platform',
			checkFirst: false,
			retentionDays: { ...NOTHING.retentionDays, events: 30 },
		};
		expect(items).toEqual([ofB]);
		expect((await run(getSettings, {})).items).toEqual([
			{ channel: a, number: a, ...NOTHING },
			{ channel: b, ...ofB },
		]);
	});

	it('can be taken away', async () => {
		await set(b, { policy: 'platform' }, { retentionDays: { events: 30 } });
		const { items } = await set(b, {}, { unsetSettings: ['policy', 'retention.events'] });
		expect(items).toEqual([{ number: b, ...NOTHING }]);
	});

	it('are refused with everything that is wrong with them, in the words of the form', async () => {
		const { message } = await failureOf(
			set(b, { timeZone: 'Mars', messagesPerSecond: 0 }, { retentionDays: { sends: 1.5 } }),
		);
		expect(message).toContain('Nothing was changed. Time Zone is "Mars", which isn\'t a time zone.');
		expect(message).toContain('Messages per Second must be a number above 0');
		expect(message).toContain('Retention of Messages must be a whole number of days from 1 to 10000.');
		expect((await failureOf(set(b, {}))).message).toContain('Choose at least one setting.');
	});

	it('are refused if an expression takes away what no number has', async () => {
		await set(b, { policy: 'platform' });
		const { message } = await failureOf(set(b, {}, { unsetSettings: 'policy, colour' }));
		expect(message).toContain(
			'A number has no setting "colour", so it can\'t be taken away. The settings are: policy,',
		);
		expect((await run(getSettings, { fromNumber: b })).items).toMatchObject([{ policy: 'platform' }]);
	});

	it('are asked for a number: without one, nothing is set', async () => {
		const { message } = await failureOf(set('', { policy: 'platform' }));
		expect(message).toContain('From Number is empty');
	});

	const auto = (fromNumber: string, options: object = {}) => ({
		to: ADA,
		text: 'Hello',
		freeformType: 'text',
		template: 'hello/en_US',
		fromNumber,
		options,
	});

	it('say which policy Send Auto uses, unless it chooses one', async () => {
		await set(b, { policy: 'platform' });
		const { items } = await run(sendAuto, auto(a), auto(b));
		expect(items.map(({ policy }) => policy)).toEqual(['strict', 'platform']);
		expect((await run(sendAuto, auto(b, { policy: 'strict' }))).items).toMatchObject([{ policy: 'strict' }]);
	});

	it('say which policy the Rules node uses', async () => {
		const options = { lastInboundAt: new Date().toISOString() };
		const only = { template: 'hello/en_US', freeform: false, to: ADA, options };
		const forms = [a, b].map((fromNumber) => ({ ...only, fromNumber }));
		await set(b, { policy: 'platform' });
		const { items, others } = await run(decide as Operation, ...forms);
		// While a window is open, only the platform's rules send a template.
		expect([items.length, others.map((output) => output.length)]).toEqual([0, [1, 1, 0]]);
	});

	it('say which policy and which time zone a campaign is planned with', async () => {
		await set(b, { policy: 'platform', timeZone: 'Asia/Tokyo' });
		const form = { campaignId: 'spring', to: ADA, template: 'hello/en_US' };
		await run(plan, { ...form, fromNumber: a }, { ...form, fromNumber: b });
		const { campaigns } = await sharedStore(STORE);
		const policies = await Promise.all(
			[a, b].map(async (channel) => (await campaigns.find({ channel, id: 'spring' }))?.policy.name),
		);
		expect(policies).toEqual(['strict', 'platform']);
		const zones = await Promise.all(
			[a, b].map(async (channel) => {
				const campaign = { channel, id: 'spring' };
				const [planned] = await campaigns.recipients({ campaign, states: ['planned'], limit: 1 });
				return (planned?.content as { timeZone?: string }).timeZone;
			}),
		);
		expect(zones).toEqual([undefined, 'Asia/Tokyo']);
	});

	it('say whether documented limits are checked, unless the operation does', async () => {
		await set(b, { checkFirst: false });
		const long = { to: ADA, text: 'x'.repeat(4_097) };
		const limit = 'but only 4096 are allowed';
		expect((await failureOf(run(sendText, { ...long, fromNumber: a }))).message).toContain(limit);
		expect((await failureOf(run(sendText, { ...long, fromNumber: b }))).message).not.toContain(limit);
		const checked = { ...long, fromNumber: b, options: { checkFirst: true } };
		expect((await failureOf(run(sendText, checked))).message).toContain(limit);
	});

	it('have a rate that counts more than the one of the credential', async () => {
		await set(b, { messagesPerSecond: 20 });
		const credential = { messagesPerSecond: '40' };
		for (const fromNumber of [a, b]) await run(sendText, { to: ADA, text: 'Hi', fromNumber, credential });
		const { rates } = await sharedStore(STORE);
		expect([(await rates.read(a)).perSecond, (await rates.read(b)).perSecond]).toEqual([40, 20]);
	});

	it.each([20, 40])(
		'leave the number the rate of the credential, 20, when a rate of %d is taken away',
		async (messagesPerSecond) => {
			const credential = { messagesPerSecond: '20' };
			const send = () => run(sendText, { to: ADA, text: 'Hi', fromNumber: b, credential });
			await send();
			await set(b, { messagesPerSecond });
			await send();
			await set(b, {}, { unsetSettings: ['messagesPerSecond'] });
			await send();
			const { rates } = await sharedStore(STORE);
			expect((await rates.read(b)).perSecond).toBe(20);
		},
	);

	it('leave the retention of the store as it is', async () => {
		await set(b, {}, { retentionDays: { events: 30 } });
		const { items } = await run(setRetention, { retentionDays: { sends: 9 } });
		expect(items).toMatchObject([{ retentionDays: { events: 8, sends: 9 } }]);
	});
});
