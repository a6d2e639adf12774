import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRuntime } from '../../../base';
import type { CallJournal, ClaimedRecipient } from '../../../engine';
import { createEngine } from '../../../engine';
import type { KeptResult } from '../../../sending/submit';
import { createSender } from '../../../sending';
import type { StorePlace } from '../../support/stores';
import { inPostgres, inSqlite } from '../../support/stores';
import type { CampaignScene } from './scene';
import { customers, MINUTE, openCampaignScene, SECOND } from './scene';

/** Longer than a lease. ms */
const LEASES = 2 * MINUTE;

/** The store's clock advances on its own, and as far as a test says so. ms */
const clock = { ahead: 0 };
const runtime = { ...systemRuntime, now: () => Date.now() + clock.ahead };

let journalFolder: string;
let at: CampaignScene;
beforeEach(() => {
	clock.ahead = 0;
	journalFolder = mkdtempSync(join(tmpdir(), 'journals-'));
});
afterEach(async () => {
	await at.close();
	rmSync(journalFolder, { recursive: true, force: true });
});

/** A place whose stores have their journals in the folder of the test. */
const withJournals = (place: StorePlace): StorePlace => ({
	...place,
	open: (options) => place.open({ ...options, runtime, journalFolder }),
});

/** Another process on the same machine, or on another one, sends what is due. */
async function anotherSends(options: { journalFolder?: string } = {}) {
	const store = await at.place.open({ runtime, ...options });
	const { campaigns } = createSender({ engine: createEngine({ store }), gateway: at.gateway });
	return campaigns.sendDue();
}

/**
 * Has the worker of a scene stand still for longer than its lease, once its first messages are begun or before it records
 * its first answers, until another process has sent what is due.
 */
function standStillIn(
	{ engine }: CampaignScene,
	step: 'begin' | 'end',
	another: () => Promise<unknown>,
): { other: Promise<unknown> } {
	const { campaigns } = engine.store;
	const [begin, end, claim] = [campaigns.begin, campaigns.end, campaigns.claim];
	let claiming: Promise<unknown> = Promise.resolve();
	let other: Promise<unknown> | undefined;
	let over: (result: Promise<unknown>) => void = () => {};
	const isOver = new Promise<unknown>((resolve) => (over = resolve));
	async function standStill(): Promise<void> {
		other = claiming.then(() => {
			clock.ahead += LEASES;
			return another();
		});
		over(other);
		await other;
	}
	jest.spyOn(campaigns, 'begin').mockImplementation(async (starts, ...asked) => {
		const begun = await begin(starts, ...asked);
		if (step === 'begin' && !other && begun.begun.length > 0) await standStill();
		return begun;
	});
	jest.spyOn(campaigns, 'end').mockImplementation(async (ends) => {
		if (step === 'end' && !other && ends.some((one) => one.step === 'accept')) await standStill();
		return end(ends);
	});
	jest.spyOn(campaigns, 'claim').mockImplementation(async (asked) => {
		await other;
		const claimed = claim(asked);
		claiming = claimed;
		return claimed;
	});
	return { other: isOver };
}

const PLACES: ReadonlyArray<[string, () => StorePlace]> = [
	['SQLite', () => inSqlite()],
	['Postgres, with a folder for journals', () => inPostgres()],
];

describe.each(PLACES)('%s: of a worker on the same machine that is gone', (_, placeOf) => {
	beforeEach(async () => {
		at = await openCampaignScene(withJournals(placeOf()), { runtime });
	});

	/** Begins the message of one customer as a worker does, and returns its journal. */
	async function beginOne(): Promise<{ journal: CallJournal; recipient: ClaimedRecipient; now: number }> {
		await at.plan(customers(1));
		const { channel } = at.spring;
		const now = Math.floor(await at.engine.now(channel));
		const claim = { channel, now, leaseMs: LEASES / 2, token: 'gone', limit: 1, free: [] };
		const { recipients } = await at.store.campaigns.claim(claim);
		const [recipient] = recipients as [ClaimedRecipient];
		const { key, token } = recipient;
		const journal = at.store.journals.open();
		journal.note([recipient]);
		const start = { key, token, action: 'template', opens: true, rule: 'template', reason: '' } as const;
		await at.store.campaigns.begin([start], { at: now, again: 0 }, { channel, lead: 0 });
		clock.ahead += LEASES;
		return { journal, recipient, now };
	}

	async function answerOne(answer: KeptResult): Promise<void> {
		const { journal, recipient } = await beginOne();
		journal.call(recipient);
		journal.answer(recipient, answer);
		await anotherSends();
	}

	it('a message that was begun and not called is sent, once', async () => {
		await beginOne();
		expect(await anotherSends()).toMatchObject({ claimed: 1, accepted: 1 });
		expect(at.reached()).toEqual(customers(1));
		expect(await at.counts()).toEqual({ accepted: 1 });
	});

	it('a message that was called is unconfirmed, and isn’t sent again', async () => {
		const { journal, recipient } = await beginOne();
		journal.call(recipient);
		await anotherSends();
		expect(at.reached()).toEqual([]);
		const [[, one]] = Object.entries(await at.recipients()) as [[string, object]];
		expect(one).toMatchObject({ state: 'unconfirmed', rule: 'worker-gone' });
	});

	it('a message whose journal is lost is unconfirmed, and isn’t sent again', async () => {
		await beginOne();
		for (const name of readdirSync(journalFolder)) rmSync(join(journalFolder, name));
		await anotherSends();
		expect(at.reached()).toEqual([]);
		expect(await at.counts()).toEqual({ unconfirmed: 1 });
	});

	it('an answer that had come is recorded: accepted', async () => {
		await answerOne({ kind: 'accepted', messageId: 'wamid.1' });
		const [[, one]] = Object.entries(await at.recipients()) as [[string, object]];
		expect(one).toMatchObject({ state: 'accepted', messageId: 'wamid.1' });
		expect(at.reached()).toEqual([]);
	});

	it.each([
		['for now: it is held, and sent later', 'wait-24h', 131049, 'held'],
		['for good: it has failed', 'undeliverable', 131026, 'failed'],
	] as const)('an answer that had come is recorded: refused %s', async (__, effect, code, state) => {
		await answerOne({ kind: 'refused', error: { effect, code, title: 'No', status: 400 } });
		expect(await at.counts()).toEqual({ [state]: 1 });
		const [[, one]] = Object.entries(await at.recipients()) as [[string, object]];
		expect(one).toMatchObject({ rule: effect, reason: expect.stringContaining('No') });
	});

	it.each([
		['after it', SECOND, false],
		['before it', -SECOND, true],
	])('an answer that had come is as old as it is: a choice %s stays', async (__, later, isOptedOut) => {
		const { journal, recipient, now } = await beginOne();
		journal.call(recipient);
		const took = 10 * SECOND;
		const error = { effect: 'opted-out', code: 131050, title: 'Opted out', status: 400 } as const;
		journal.answer(recipient, { kind: 'refused', error, took });
		const ofCustomer = { channel: at.spring.channel, to: recipient.contact };
		const choice = { kind: 'opt-out-set', categories: ['marketing'], value: 'resume' } as const;
		await at.engine.record({ ...choice, ...ofCustomer, at: now + took + later });
		await anotherSends();
		const { optedOut } = await at.engine.conversation(ofCustomer);
		expect([...optedOut]).toEqual(isOptedOut ? ['MARKETING'] : []);
	});

	it.each([
		['a path', ['text', 'body']],
		['a path as an earlier version kept it', 'text.body'],
	])('an answer that had come is recorded: invalid, with %s, so it was never sent', async (__, path) => {
		await answerOne({ kind: 'invalid', problems: [{ path, message: 'is too long' }] });
		const [[, one]] = Object.entries(await at.recipients()) as [[string, object]];
		expect(one).toMatchObject({
			state: 'failed',
			rule: 'invalid-request',
			reason: expect.stringContaining('text.body is too long'),
		});
	});

	it('no journal is left once everything is recorded', async () => {
		await at.plan(customers(3));
		await at.campaigns.sendDue();
		expect(at.reached()).toHaveLength(3);
		expect(readdirSync(journalFolder)).toEqual([]);
	});

	describe('a worker that stands still for longer than its lease', () => {
		beforeEach(() => at.plan(customers(5)));

		it('before its calls leaves its messages to the one that has taken them over', async () => {
			const standing = standStillIn(at, 'begin', anotherSends);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 0, unconfirmed: 0 });
			expect(await standing.other).toMatchObject({ accepted: 5 });
			expect(at.reached()).toEqual(customers(5));
			expect(await at.counts()).toEqual({ accepted: 5 });
		});

		it('before its calls, and then takes its own messages over, sends them once', async () => {
			const { campaigns } = at.engine.store;
			const [begin, claim] = [campaigns.begin.bind(campaigns), campaigns.claim.bind(campaigns)];
			let tookOver = () => {};
			const hasTakenOver = new Promise<void>((resolve) => (tookOver = resolve));
			jest.spyOn(campaigns, 'begin').mockImplementationOnce(async (...asked) => {
				const begun = await begin(...asked);
				clock.ahead += LEASES;
				await hasTakenOver;
				return begun;
			});
			jest.spyOn(campaigns, 'claim').mockImplementation(async (asked) => {
				const claimed = await claim(asked);
				if (claimed.recipients.some(({ token }) => token !== first)) tookOver();
				first ??= claimed.recipients[0]?.token;
				return claimed;
			});
			let first: string | undefined;
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual(customers(5));
			expect(await at.counts()).toEqual({ accepted: 5 });
		});

		it('before it records its answers finds them recorded by the one that has taken them over', async () => {
			const standing = standStillIn(at, 'end', anotherSends);
			await at.campaigns.sendDue();
			expect(await standing.other).toMatchObject({ accepted: 5 });
			expect(at.reached()).toEqual(customers(5));
			expect(await at.counts()).toEqual({ accepted: 5 });
		});
	});
});

describe('where no journal can be seen', () => {
	it.each([
		['another machine takes over', true],
		['no folder is set', false],
	])(
		'on Postgres, %s: what a worker had begun is unconfirmed, and each customer gets it once at most',
		async (_, isSet) => {
			const place = inPostgres();
			const open: StorePlace['open'] = (options) => place.open({ ...options, runtime });
			const first: StorePlace['open'] = (options) => open({ ...options, ...(isSet && { journalFolder }) });
			at = await openCampaignScene({ ...place, open: first }, { runtime });
			at.place.open = open;
			await at.plan(customers(5));
			const standing = standStillIn(at, 'begin', async () => {
				await anotherSends();
				return at.counts();
			});
			await at.campaigns.sendDue();
			expect(await standing.other).toEqual({ unconfirmed: 5 });
			expect(at.reached()).toEqual(customers(5));
			expect(await at.counts()).toEqual({ accepted: 5 });
		},
	);
});
