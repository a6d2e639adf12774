import type { IWebhookFunctions } from 'n8n-workflow';
import type { MessagingEvent } from '../../engine';
import { writeCallbackData } from '../../engine';
import { createRefusals, REFUSED } from '../../nodes/BusinessMessagingTrigger/refusals';
import { COPY_HEADER } from '../../receiver';
import { ANY_SLOT } from '../support/slots';
import { DATABASES, inSqlite } from '../support/stores';
import { openTestClock, type TestClock } from '../support/test-clock';
import * as wire from '../support/wire';
import type { TriggerScene } from './support/trigger-scene';
import { openTriggerScene } from './support/trigger-scene';

const CUSTOMER = wire.CUSTOMER;
/** A minute ago, in whole seconds as the platform's times are. */
const NOW = Math.floor(Date.now() / wire.SECOND) * wire.SECOND - wire.MINUTE;
const template = { name: 'offer', language: 'en_US' };

/** Two numbers of two accounts that share a store, each with a trigger of its own. */
const A = { channel: '100', account: 'A1', secret: 'secret of A' };
const B = { channel: '200', account: 'A2', secret: 'secret of B' };

/** A delivery for a number, which says of itself that it's of this account. */
function as({ channel, account }: { channel: string; account: string }, body: unknown): unknown {
	const text = JSON.stringify(body).replaceAll(wire.CHANNEL, channel).replaceAll(wire.ACCOUNT, account);
	return JSON.parse(text) as unknown;
}

const written = (number: typeof A, id = `wamid.of.${number.channel}`) =>
	as(number, wire.customerMessage({ at: NOW, from: '4915550001', id }));

describe.each(DATABASES)('%s', (_, placeOf) => {
	let scene: TriggerScene;
	beforeEach(async () => {
		scene = await openTriggerScene(placeOf());
		await scene.post(A, written(A));
		await scene.post(B, written(B));
	});
	afterEach(() => scene.close());

	const conversation = () => scene.engine.conversation({ channel: B.channel, to: CUSTOMER });
	const window = async () => (await conversation()).window;
	const holder = async () => (await conversation()).holder;
	const optedOut = async () => [...(await conversation()).optedOut];
	const templateState = async () =>
		(await scene.engine.template({ channel: B.channel, account: B.account, template })).state;
	const newest = async () => (await scene.store.inbox.read()).at(-1)!.event;

	const attacks = [
		['opens no window', 'message', wire.customerMessage({ at: NOW }), window, 'closed', 'open'],
		[
			'opts nobody out',
			'preference',
			wire.preference({ at: NOW, value: 'stop' }),
			optedOut,
			[],
			['MARKETING'],
		],
		['hands nothing over', 'handover', wire.handover({ at: NOW, to: 'agent' }), holder, 'business', 'agent'],
		[
			'disables no template',
			'template_status',
			wire.templateStatus({ at: NOW, event: 'DISABLED' }),
			templateState,
			'never-seen',
			'disabled',
		],
	] as const;

	describe.each(attacks)("another number's secret %s", (__, kind, body, state, before, after) => {
		const events = [kind, 'unknown'];

		it('what it says is kept as unknown, starts nothing, and still counts if it is true', async () => {
			const delivered = as(B, body);
			const ofAccount = { ...A, events, options: { otherNumbers: 'account' } };
			const test = { ...A, events, isTest: true };
			expect(await scene.post({ ...A, events }, delivered)).toMatchObject({ status: 200, items: [] });
			expect((await scene.post(ofAccount, delivered)).items).toEqual([]);
			expect((await scene.post(test, delivered, { [COPY_HEADER]: '1' })).items).toEqual([]);
			expect((await scene.post(test, delivered)).items).toEqual([]);
			expect(await state()).toEqual(before);
			expect(await newest()).toMatchObject({ kind: 'unknown', raw: expect.anything() as unknown });

			expect((await scene.post({ ...B, events }, delivered)).items).toHaveLength(1);
			expect(await state()).toEqual(after);
		});

		it('counts by choice, as before', async () => {
			const options = { otherNumbers: 'all' };
			const taken = await scene.post({ ...A, events, options }, as(B, body));
			expect(taken).toMatchObject({ status: 200, items: [{ kind }], hints: [] });
			expect(await state()).toEqual(after);
			expect(await newest()).toMatchObject({ kind });
		});
	});

	it("another number's secret settles no message", async () => {
		const record = {
			key: 'once:greeting',
			channel: B.channel,
			contact: CUSTOMER,
			action: 'freeform',
		} as const;
		await scene.store.sends.begin({ ...record, state: 'sending', at: NOW }, ANY_SLOT);
		const callbackData = writeCallbackData({ sentAt: NOW, key: record.key });
		const failed = wire.messageStatus({ at: NOW, status: 'failed', code: 131026, callbackData });
		await scene.post(A, as(B, failed));
		await scene.post(A, as(A, failed));
		expect(await scene.store.sends.find(record.key)).toMatchObject({ state: 'sending' });
		await scene.post(B, as(B, failed));
		expect(await scene.store.sends.find(record.key)).toMatchObject({ state: 'failed' });
	});
});

const entriesOf = (body: unknown) => (body as { entry: unknown[] }).entry;

describe('a trigger whose store several numbers share', () => {
	let scene: TriggerScene;
	beforeEach(async () => {
		scene = await openTriggerScene(inSqlite());
		await scene.post(A, written(A));
		await scene.post(B, written(B));
	});
	afterEach(() => scene.close());

	const newest = async () => (await scene.store.inbox.read()).at(-1)!.event;

	it('of a delivery with events of both numbers, those of its own count', async () => {
		const both = { entry: [written(A, 'wamid.own'), written(B, 'wamid.other')].flatMap(entriesOf) };
		expect((await scene.post(A, both)).items).toMatchObject([{ eventId: 'message:wamid.own' }]);
		expect(await newest()).toMatchObject({ kind: 'unknown' });
	});

	describe('what was refused names the number', () => {
		const refuse = () => scene.post(A, as(B, wire.customerMessage({ at: NOW })));

		it('in the event that is kept', async () => {
			await refuse();
			expect(await newest()).toMatchObject({ hint: expect.stringContaining('the number 200') as unknown });
		});

		it("in n8n's log", async () => {
			await refuse();
			expect(scene.log).toEqual([expect.stringContaining('the number 200')]);
		});

		it('in the hint of the next execution, whose item does not', async () => {
			await refuse();
			const { items, hints } = await scene.post(A, written(A, 'wamid.next'));
			expect(hints).toEqual([expect.stringMatching(/the number 200 .*Other Numbers/)]);
			expect(items[0]).toMatchObject({ eventId: 'message:wamid.next' });
			expect(items[0]).not.toHaveProperty('refusedOwners');
		});

		it('or the account, of an event without a number', async () => {
			await scene.post(A, as(B, wire.templateStatus({ at: NOW, event: 'DISABLED' })));
			expect(await newest()).toMatchObject({ hint: expect.stringContaining('the account A2') as unknown });
		});
	});

	describe('numbers of the same account', () => {
		const SISTER = { ...A, channel: '101' };
		const options = { otherNumbers: 'account' };

		it('count by choice, also those that the store has never heard of', async () => {
			expect((await scene.post({ ...A, options }, written(SISTER))).items).toHaveLength(1);
		});

		it("don't count unless chosen", async () => {
			expect((await scene.post(A, written(SISTER))).items).toEqual([]);
		});

		it("are those that the store knows, whatever the delivery says of another's", async () => {
			expect(
				(await scene.post({ ...A, options }, written({ ...B, account: A.account }, 'wamid.lie'))).items,
			).toEqual([]);
		});

		it("are those of the credential's account, if it names one", async () => {
			const credential = { accountId: 'A3' };
			const named = { ...A, options, credential };
			expect((await scene.post(named, written(SISTER))).items).toEqual([]);
			expect((await scene.post(named, written({ ...SISTER, account: 'A3' }))).items).toHaveLength(1);
		});
	});
});

describe('the account of a number', () => {
	let scene: TriggerScene;
	beforeEach(async () => {
		scene = await openTriggerScene(inSqlite());
	});
	afterEach(() => scene.close());

	const disabled = as(A, wire.templateStatus({ at: NOW, event: 'DISABLED' }));
	const kinds = async () =>
		(await scene.store.inbox.read()).map(({ event }): MessagingEvent['kind'] => event.kind);

	it('can be heard of first in a new store, in an event of a template', async () => {
		expect((await scene.post({ ...A, events: ['template_status'] }, disabled)).items).toHaveLength(1);
	});

	it("is nobody's guess once the store knows another number", async () => {
		await scene.post(B, written(B));
		await scene.post(A, disabled);
		expect(await kinds()).toEqual(['message', 'unknown']);
	});

	it('is the one that the credential names', async () => {
		await scene.post(B, written(B));
		await scene.post({ ...A, credential: { accountId: A.account } }, disabled);
		expect(await kinds()).toEqual(['message', 'template_status']);
	});
});

describe('refusals are told', () => {
	let clock: TestClock;
	let other: string;
	let log: string[];
	let refusals: ReturnType<typeof createRefusals>;
	beforeEach(() => {
		clock = openTestClock();
		refusals = createRefusals(clock.runtime);
		[other, log] = ['refuse', []];
	});
	const context = {
		getWorkflow: () => ({ id: 'w' }),
		getNode: () => ({ id: 'n' }),
		getNodeParameter: () => other,
		logger: { warn: (message: string) => void log.push(message) },
	} as unknown as IWebhookFunctions;
	const note = (...told: Parameters<typeof refusals.note>) => refusals.note(...told);
	const fieldOf = () => refusals.fieldOf(context);

	it('in the log at once, and their repeats together ten seconds later', async () => {
		note(context, { beyondOwners: ['the number 1'], tooOld: 0 });
		await clock.pass(9_999);
		note(context, { beyondOwners: ['the number 2'], tooOld: 0 });
		expect(log).toHaveLength(1);
		await clock.pass(1);
		expect(log).toEqual([expect.stringContaining('the number 1'), expect.stringContaining('the number 2')]);
	});

	it('in executions for an hour after the last one, and not if it is chosen otherwise meanwhile', () => {
		const said = { [REFUSED]: ['the number 2'] };
		note(context, { beyondOwners: ['the number 2'], tooOld: 0 });
		clock.jump(3_600_000 - 1);
		note(context, { beyondOwners: [], tooOld: 1 });
		expect(fieldOf()).toEqual(said);
		other = 'all';
		expect(fieldOf()).toEqual({});
		clock.jump(1);
		other = 'refuse';
		expect(fieldOf()).toEqual({});
	});
});
