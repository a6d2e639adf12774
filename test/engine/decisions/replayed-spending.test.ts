import type { Engine, Intent, PolicyDocument, Store } from '../../../engine';
import {
	createEngine,
	forgetOldNow,
	learnPolicy,
	noteOf,
	parseWebhook,
	policies,
	savePrices,
} from '../../../engine';
import { factsFrom } from '../../../engine/decisions/kept-facts';
import { openRebuilding } from '../../../engine/decisions/rebuild';
import type { Facts } from '../../../engine/policies/facts';
import type { PolicyRule } from '../../../engine/policies/policy';
import { seededRandom } from '../../support/seeded-random';
import { ANY_SLOT } from '../../support/slots';
import { standingClock } from '../../support/standing-clock';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import { ACCOUNT, CHANNEL, customerMessage, DAY, HOUR, messageStatus, SECOND } from '../../support/wire';

/** 00:30 in Berlin, on the last day but one of a month. */
const START = Date.UTC(2026, 9, 29, 23, 30);
const OFFER = { name: 'offer', language: 'en_US' };
const ORDER = { name: 'order', language: 'en_US' };
const GERMAN = '491700000001';
const INDIAN = '918123456789';

const SPENT = [
	'spentToday',
	'spentThisMonth',
	'spentByCampaign',
	'spentTodayTogether',
	'spentThisMonthTogether',
] as const;

const PRICING = { pricing_model: 'PMP', billable: true, category: 'marketing' };

const amountsOf = (facts: Partial<Facts>) => Object.fromEntries(SPENT.map((name) => [name, facts[name]]));

/** The strict policy that holds a message as soon as one of these facts is above an amount. */
const capped = (amount: number, ...facts: ReadonlyArray<(typeof SPENT)[number]>): PolicyDocument => {
	const cap = policies.strict.rules.find(({ name }) => name === 'spend-cap')!;
	const own: PolicyRule = {
		...cap,
		name: 'cap',
		enabled: true,
		conditions: { any: facts.map((fact) => ({ fact, operator: 'greaterThan' as const, value: amount })) },
	};
	const at = policies.strict.rules.indexOf(cap);
	const { rules } = policies.strict;
	return { ...policies.strict, name: 'capped', rules: [...rules.slice(0, at), own, ...rules.slice(at)] };
};

describe.each(DATABASES)('what was spent before a decision, rebuilt in %s', (_, placeOf) => {
	let place: StorePlace;
	let store: Store;
	let engine: Engine;
	const clock = standingClock();
	beforeEach(async () => {
		clock.now = START;
		place = placeOf();
		store = await place.open(clock);
		engine = createEngine({ store });
		await learnPolicy(store, engine.policy);
		await hears(messageStatus({ at: START - DAY, status: 'sent' }));
		await engine.record({
			kind: 'templates-listed',
			channel: CHANNEL,
			account: ACCOUNT,
			at: START,
			templates: [
				{ ...OFFER, status: 'APPROVED', category: 'MARKETING' },
				{ ...ORDER, status: 'APPROVED', category: 'UTILITY' },
			],
		});
	});
	afterEach(() => place.remove());

	const hears = (body: object) => engine.ingest(parseWebhook(body, clock.now));
	const setPrices = (marketing = '0.11') =>
		savePrices(
			store,
			{
				account: ACCOUNT,
				currency: 'EUR',
				timeZone: 'Europe/Berlin',
				firstDay: '2026-10-01',
				rows: [
					{ Market: 'Germany', Marketing: marketing, Utility: '0.04' },
					{ Market: 'India', Marketing: '0.01', Utility: '0.002' },
				],
			},
			clock.now,
		);
	const later = (ms: number) => {
		clock.now += Math.ceil(ms);
	};
	/** Statuses have whole seconds: nothing else happens in theirs. */
	const atWholeSecond = () => {
		clock.now = (Math.floor(clock.now / SECOND) + 2) * SECOND;
		return clock.now;
	};

	let messages = 0;
	/** A message as it's decided and begun; another policy's facts are read just before. */
	async function send(more: Partial<Intent> = {}, asked?: Engine): Promise<{ key: string; live?: Facts }> {
		later(1);
		const key = `k${(messages += 1)}`;
		const intent = { channel: CHANNEL, to: GERMAN, template: OFFER, freeform: false, ...more };
		const live = await asked?.facts(intent);
		const { facts, ...decision } = await engine.decide(intent);
		const note = noteOf(
			{ ...decision, policy: engine.policy, facts, at: facts.now },
			{ key, channel: CHANNEL, contact: intent.to },
		);
		later(1);
		const { action } = decision;
		if (action !== 'template' && action !== 'freeform') store.decisions.note(note);
		else {
			const { reserve } = decision;
			const send = { key, channel: CHANNEL, contact: intent.to, action, state: 'sending' as const };
			await store.sends.begin({ ...send, at: clock.now, reserve }, ANY_SLOT, undefined, note);
		}
		return { key, ...(live && { live }) };
	}

	async function accepted(more: Partial<Intent> = {}): Promise<string> {
		const { key } = await send(more);
		await store.sends.end(key, { state: 'accepted', messageId: `wamid.${key}` });
		return `wamid.${key}`;
	}

	const replay = (candidate: PolicyDocument) =>
		createEngine({ store, policy: candidate }).replay({ since: 0 });

	/** What is rebuilt for each decision, in their order. */
	async function rebuilt(candidate: PolicyDocument): Promise<Array<{ key: string; facts: Partial<Facts> }>> {
		const policy = (await store.decisions.policies()).get(engine.policy.id)!;
		const page = await store.decisions.page({ since: 0, limit: 1_000 });
		const rebuild = await openRebuilding(store, candidate, { agentAnswers: undefined, account: undefined });
		const told = await rebuild(page.map((decision) => ({ decision, facts: factsFrom(policy, decision) })));
		return page.map(({ key }, index) => ({ key, facts: told[index]! }));
	}

	describe('a cap of a day holds', () => {
		beforeEach(async () => {
			await setPrices();
			for (let sent = 0; sent < 3; sent += 1) await accepted();
		});

		it.each([
			[0.33, 0],
			[0.32, 1],
			[0.1, 3],
		])('above %d what the live one held: %d of three', async (amount, held) => {
			const replayed = await replay(capped(amount, 'spentToday'));
			expect(replayed).toMatchObject({ decisions: 3, notKnown: 0, differ: held, rebuilt: 3 });
		});
	});

	it('is the same as a policy that asks for it read then, whatever came between', async () => {
		await setPrices();
		await store.campaigns.open({
			id: 'spring',
			channel: CHANNEL,
			kept: false,
			policy: { name: 'strict', version: 1 },
			plannedAt: clock.now,
		});
		const random = seededRandom(7);
		const candidate = capped(1, ...SPENT);
		const asked = createEngine({ store, policy: candidate });
		const live = new Map<string, Facts>();
		const open: string[] = [];
		for (let step = 0; step < 120; step += 1) {
			const what = random.next();
			const id = open.splice(Math.floor(random.upTo(open.length)), 1)[0];
			if (what < 0.5 || id === undefined) {
				const to = random.pick([GERMAN, INDIAN]);
				const { key, live: facts } = await send(
					{
						to,
						freeform: random.chance(0.3),
						template: random.pick([OFFER, ORDER]),
						...(random.chance(0.3) && { campaign: 'spring' }),
					},
					asked,
				);
				live.set(key, facts!);
				const became = random.next();
				if (became < 0.1) await store.sends.forget(key);
				else if (became < 0.9) {
					await store.sends.end(key, { state: 'accepted', messageId: `wamid.${key}` });
					open.push(`wamid.${key}`);
				}
			} else if (what < 0.9) {
				const isTheirs = random.chance(0.2);
				const status = random.pick(['sent', 'delivered', 'failed']);
				const type = random.pick(['regular', 'free_customer_service']);
				const pricing = { ...PRICING, type };
				await hears(
					messageStatus({
						at: atWholeSecond(),
						id: isTheirs ? `wamid.theirs.${step}` : id,
						status,
						...(status !== 'failed' && { pricing }),
					}),
				);
			} else if (what < 0.93) await hears(customerMessage({ at: atWholeSecond() - 1, from: GERMAN }));
			else later(random.upTo(8 * HOUR));
		}
		const told = await rebuilt(candidate);
		expect(told.length).toBeGreaterThan(40);
		expect(told.filter(({ facts }) => facts.spentByCampaign !== undefined).length).toBeGreaterThan(40);
		for (const { key, facts } of told) {
			const { spentByCampaign, ...others } = amountsOf(live.get(key)!);
			const isKnown = facts.spentByCampaign !== undefined;
			expect({ key, ...amountsOf(facts) }).toEqual({
				key,
				...others,
				spentByCampaign: isKnown ? spentByCampaign : undefined,
			});
		}
	});

	it('counts what was sent to a customer who was erased since, once', async () => {
		await setPrices();
		const id = await accepted({ to: INDIAN });
		const pricing = { ...PRICING, type: 'regular' };
		await hears(messageStatus({ at: atWholeSecond(), to: INDIAN, id, status: 'delivered', pricing }));
		later(SECOND);
		await send();
		await store.customers.erase({ channel: CHANNEL, name: INDIAN });
		const told = await rebuilt(capped(1, ...SPENT));
		expect(told.map(({ facts }) => facts.spentToday)).toEqual([0.12]);
	});

	describe('is not known', () => {
		const spentToday = async () => (await rebuilt(capped(1, ...SPENT))).map(({ facts }) => facts.spentToday);

		it('without prices', async () => {
			await send();
			expect(await spentToday()).toEqual([undefined]);
		});

		it('before the prices were set, or changed for its day', async () => {
			await send();
			later(1);
			await setPrices();
			await send();
			expect(await spentToday()).toEqual([undefined, 0.11]);
			later(1);
			await setPrices('0.12');
			expect(await spentToday()).toEqual([undefined, undefined]);
		});

		it('of a month whose first messages are forgotten; the day is', async () => {
			later(2 * DAY);
			await setPrices();
			await send();
			later(10 * DAY);
			await send();
			await store.retention.set({ events: DAY, sends: 5 * DAY, decisions: 90 * DAY });
			await forgetOldNow(store, clock.now);
			const facts = (await rebuilt(capped(1, ...SPENT))).map(({ facts: each }) => each);
			expect(facts.at(-1)).toMatchObject({ spentToday: 0.11 });
			expect(facts.at(-1)).not.toHaveProperty('spentThisMonth');
		});
	});
});
