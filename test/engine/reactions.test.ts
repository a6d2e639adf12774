import type { EngineOutcome, PolicyDocument, ReactionName, ReactionRule } from '../../engine';
import {
	createEngine,
	definePolicy,
	eventFactCatalogue,
	lintPolicy,
	parseWebhook,
	policies,
	shippedReactions,
} from '../../engine';
import { factsOfEvent } from '../../engine/reactions/event-facts';
import { NOW, OFFER, openEngineScene, type EngineScene } from '../support/engine-scene';
import * as wire from '../support/wire';
import { CHANNEL, CUSTOMER, only } from '../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
});
afterEach(() => scene.close());

const reactionsTo = (body: unknown, policy?: PolicyDocument) =>
	createEngine({ store: scene.store, policy, now: () => NOW }).reactionsTo(only(body, NOW));
const namesOf = async (body: unknown, policy?: PolicyDocument) =>
	(await reactionsTo(body, policy)).map(({ name }) => name);

const status = (event: string, title?: string) => wire.templateStatus({ at: NOW, event, title });
const failed = (code: number) => wire.messageStatus({ at: NOW, status: 'failed', code });
const accountUpdate = (value: object) => wire.delivery('account_update', value);
const banned = (state: string) => ({ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: state } });
const quality = (value: object) => wire.delivery('phone_number_quality_update', value);
const accountError = (code: number) =>
	wire.delivery('messages', { errors: [{ code, title: 'Payment issue' }] });

describe('the shipped reactions', () => {
	it.each<[string, unknown, ReactionName[]]>([
		['control goes to the agent', wire.handover({ at: NOW, to: 'agent' }), ['agent-took-over']],
		['control goes to the business', wire.handover({ at: NOW, to: 'business' }), ['passed-to-business']],
		[
			'control is taken by the business',
			wire.handover({ at: NOW, to: 'business', type: 'control_taken' }),
			['business-took-over'],
		],
		['APPROVED', status('APPROVED'), ['template-approved']],
		['REINSTATED', status('REINSTATED'), ['template-approved']],
		['REACTIVATED', status('REACTIVATED'), ['template-approved']],
		['APPROVED after a pause', status('APPROVED', 'UNPAUSE'), ['template-approved']],
		['FLAGGED', status('FLAGGED'), []],
		['REJECTED', status('REJECTED'), ['template-rejected']],
		['PAUSED', status('PAUSED', 'FIRST_PAUSE'), ['template-paused']],
		['DISABLED', status('DISABLED'), ['template-disabled']],
		['PENDING', status('PENDING'), ['template-in-review']],
		['IN_REVIEW', status('IN_REVIEW'), ['template-in-review']],
		['a status of tomorrow', status('TOMORROW'), []],
		['a changed quality', wire.templateQuality({ at: NOW, quality: 'RED' }), ['template-quality-changed']],
		['a quality of tomorrow', wire.templateQuality({ at: NOW, quality: 'PURPLE' }), []],
		['an opt-out', wire.preference({ at: NOW, value: 'stop' }), ['opted-out']],
		['an opt-in', wire.preference({ at: NOW, value: 'resume' }), ['opted-in']],
		['131050', failed(131050), ['opted-out']],
		['131047', failed(131047), ['window-closed']],
		['131031, the account', failed(131031), ['account-restricted']],
		['0, the key', failed(0), ['account-restricted']],
		['131026, this message only', failed(131026), []],
		[
			'131047 of the agent’s message',
			wire.messageStatus({ at: NOW, status: 'failed', code: 131047, callbackData: wire.AGENT_TAG }),
			[],
		],
		['a message', wire.customerMessage({ at: NOW }), []],
		['a delivered message', wire.messageStatus({ at: NOW }), []],
		['a changed category', wire.templateCategory({ at: NOW, category: 'MARKETING' }), []],
		['a restriction', accountUpdate({ event: 'ACCOUNT_RESTRICTION' }), ['account-restricted']],
		['a violation', accountUpdate({ event: 'ACCOUNT_VIOLATION' }), ['account-restricted']],
		['a disabled account', accountUpdate(banned('DISABLE')), ['account-restricted']],
		['an account to be disabled', accountUpdate(banned('SCHEDULE_FOR_DISABLE')), ['account-restricted']],
		['a reinstated account', accountUpdate(banned('REINSTATE')), ['account-reinstated']],
		['an account that joined a partner', accountUpdate({ event: 'PARTNER_ADDED' }), []],
		['an error of the account', accountError(131042), ['account-restricted']],
		['an error of the account that passes', accountError(131000), []],
		['a flagged number', quality({ event: 'FLAGGED' }), ['quality-flagged']],
		['a raised limit', quality({ event: 'ONBOARDING', current_limit: 'TIER_2K' }), ['limit-changed']],
		[
			'a new limit of the account',
			wire.delivery('business_capability_update', { max_daily_conversations_per_business: 2000 }),
			['limit-changed'],
		],
		['more throughput', quality({ event: 'THROUGHPUT_UPGRADE' }), []],
		['an unknown field', wire.delivery('tomorrow', {}), []],
	])('%s', async (_, body, names) => {
		expect(await namesOf(body)).toEqual(names);
	});

	it('are named as the type says, once each', () => {
		const names: Record<ReactionName, true> = {
			'agent-took-over': true,
			'passed-to-business': true,
			'template-approved': true,
			'template-rejected': true,
			'template-paused': true,
			'template-disabled': true,
			'template-in-review': true,
			'template-quality-changed': true,
			'opted-out': true,
			'opted-in': true,
			'window-closed': true,
			'account-restricted': true,
			'human-replied': true,
			'business-took-over': true,
			'account-reinstated': true,
			'quality-flagged': true,
			'limit-changed': true,
			'budget-half-spent': true,
			'budget-nearly-spent': true,
			'budget-spent': true,
		};
		expect(shippedReactions.map(({ name }) => name).sort()).toEqual(Object.keys(names).sort());
		expect(lintPolicy({ ...policies.strict, reactions: shippedReactions })).toEqual([]);
	});

	describe('a messaging limit', () => {
		const capability = (limit: unknown, time: number) =>
			wire.delivery(
				'business_capability_update',
				{ max_daily_conversations_per_business: limit },
				{ at: time },
			);
		const hears = async (body: unknown) => {
			const events = parseWebhook(body, NOW);
			const { reactions } = await createEngine({ store: scene.store, now: () => NOW }).ingest(events);
			return reactions.map(({ text }) => text);
		};
		const [earlier, later] = [NOW - wire.HOUR, NOW];
		const CUSTOMERS_250 = '250 customers in 24 hours';
		const CUSTOMERS_2K = '2,000 customers in 24 hours';

		it.each([
			['TIER_250', 'TIER_2K', 'raised', CUSTOMERS_250, CUSTOMERS_2K],
			[2000, 'TIER_10K', 'raised', CUSTOMERS_2K, '10,000 customers in 24 hours'],
			['TIER_100K', -1, 'raised', '100,000 customers in 24 hours', 'unlimited'],
			['TIER_UNLIMITED', 'TIER_100K', 'lowered', 'unlimited', '100,000 customers in 24 hours'],
			['TIER_2K', 250, 'lowered', CUSTOMERS_2K, CUSTOMERS_250],
			['TIER_NOT_SET', 250, 'unknown', 'not known', CUSTOMERS_250],
		])('from %s to %s is %s, as the account had the one before', async (before, limit, change, was, is) => {
			await hears(capability(before, earlier));
			expect(await hears(capability(limit, later))).toEqual([
				`The messaging limit is ${is} now (change: ${change}; before: ${was}).`,
			]);
		});

		it.each([
			['TIER_2K', 'TIER_2K'],
			['TIER_2K', 2000],
			[-1, 'TIER_UNLIMITED'],
		])('from %s to %s is unchanged: no reaction', async (before, limit) => {
			await hears(capability(before, earlier));
			expect(await hears(capability(limit, later))).toEqual([]);
		});

		it('that the platform compares itself is compared with what it says', async () => {
			await hears(capability('TIER_100K', earlier));
			const flagged = { current_limit: 'TIER_2K', old_limit: 'TIER_250' };
			expect(await hears(wire.delivery('phone_number_quality_update', flagged, { at: later }))).toEqual([
				`The messaging limit is ${CUSTOMERS_2K} now (change: raised; before: ${CUSTOMERS_250}).`,
			]);
		});

		it('two in one delivery are compared with each other', async () => {
			const [one, two] = [capability(250, earlier), capability(2000, later)];
			const both = { ...one, entry: [...one.entry, ...two.entry] };
			expect(await hears(both)).toEqual([
				expect.stringContaining('change: unknown'),
				expect.stringContaining('change: raised; before: 250'),
			]);
		});

		it('that comes late is not compared with a newer one', async () => {
			await hears(capability(2000, later));
			expect(await hears(capability(250, earlier))).toEqual([expect.stringContaining('change: unknown')]);
		});

		it('of another account is not compared', async () => {
			await hears(capability(250, earlier));
			const other = { ...capability(2000, later) };
			other.entry = other.entry.map((entry) => ({ ...entry, id: '4711' }));
			expect(await hears(other)).toEqual([expect.stringContaining('change: unknown')]);
		});
	});

	it('name what is wrong with the account, and its new limit', async () => {
		expect(await reactionsTo(accountUpdate(banned('DISABLE')))).toMatchObject([
			{ text: 'The account needs attention: it is disabled.', account: wire.ACCOUNT },
		]);
		expect(await reactionsTo(accountError(131042))).toMatchObject([
			{ text: 'The account needs attention: Payment issue (131042).' },
		]);
		expect(await reactionsTo(quality({ current_limit: 'TIER_2K' }))).toMatchObject([
			{
				text: 'The messaging limit is 2,000 customers in 24 hours now (change: unknown; before: not known).',
			},
		]);
	});

	it('tell in a sentence what happened, and to whom', async () => {
		expect(
			await reactionsTo(wire.templateStatus({ at: NOW, event: 'PAUSED', reason: 'LOW_QUALITY' })),
		).toEqual([
			{
				name: 'template-paused',
				text: 'The platform paused the template offer (en_US): low quality.',
				eventId: expect.any(String) as string,
				account: wire.ACCOUNT,
				template: OFFER,
			},
		]);
		expect(await reactionsTo(wire.preference({ at: NOW, value: 'stop' }))).toMatchObject([
			{ text: `${CUSTOMER} opted out of marketing messages.`, contact: CUSTOMER, channel: CHANNEL },
		]);
	});

	it.each([
		['the description if there is no reason', 'NONE', 'The template was paused because of negative feedback'],
		['the reason if there are both', 'LOW_QUALITY', 'low quality'],
	])('say why a template is paused: %s', async (_, reason, why) => {
		const description = 'The template was paused because of negative feedback.';
		const event = wire.templateStatus({
			at: NOW,
			event: 'PAUSED',
			title: 'FIRST_PAUSE',
			reason,
			description,
		});
		expect(await reactionsTo(event)).toMatchObject([
			{ text: `The platform paused the template offer (en_US): ${why}.` },
		]);
	});

	it("write the platform's own words as people say them, and leave sentences and names as they are", async () => {
		const textOf = async (body: unknown) => (await reactionsTo(body))[0]!.text;
		const paused = (reason: string) => wire.templateStatus({ at: NOW, event: 'REJECTED', reason });
		expect(await textOf(wire.templateQuality({ at: NOW, quality: 'RED' }))).toContain('is low; it was');
		expect(await textOf(paused('TAG_CONTENT_MISMATCH'))).toContain(': tag content mismatch.');
		expect(await textOf(paused('Says ORDER_ID twice'))).toContain(': Says ORDER_ID twice.');
		expect(await textOf(status('APPROVED'))).toBe(
			'The template offer (en_US) can be sent. Its status is approved.',
		);
		expect(await textOf(accountUpdate({ event: 'ACCOUNT_VIOLATION' }))).toBe(
			'The account needs attention: it broke a rule of the platform.',
		);
	});

	it.each([
		[131050, ['opted-out']],
		[131047, ['window-closed']],
		[131042, ['account-restricted']],
		[131056, []],
		[undefined, []],
	])('a refusal at once with the code %s', async (code, names) => {
		const refused: EngineOutcome = { kind: 'refused', channel: CHANNEL, to: CUSTOMER, error: { code } };
		const reactions = await scene.engine.record(refused);
		expect(reactions.map(({ name }) => name)).toEqual(names);
		for (const reaction of reactions) expect(reaction).not.toHaveProperty('eventId');
	});

	it('of an event with several errors, each is looked at', async () => {
		const event = only(failed(131047), NOW);
		if (event.kind !== 'status') throw new Error('not a status');
		const errors = [131047, 131026, 131050].map((code) => ({ code }));
		const reactions = await scene.engine.reactionsTo({ ...event, errors });
		expect(reactions.map(({ name }) => name)).toEqual(['window-closed', 'opted-out']);
	});
});

const own = (
	name: string,
	conditions: ReactionRule['conditions'],
	more: Partial<ReactionRule> = {},
): ReactionRule => ({
	name,
	conditions,
	event: { type: 'reaction', params: { text: 'It is {kind}.' } },
	...more,
});
const withReactions = (...reactions: ReactionRule[]): PolicyDocument =>
	definePolicy({ ...policies.strict, name: 'mine', reactions });

const isMessage = { fact: 'kind', operator: 'equal', value: 'message' };
const fromCustomer = { fact: 'contact', operator: 'equal', value: CUSTOMER };
const fromOther = { fact: 'contact', operator: 'equal', value: '1' };

describe('a policy brings reactions of its own', () => {
	const message = wire.customerMessage({ at: NOW });

	it('they fire beside the shipped ones, all that fit', async () => {
		const handover = { fact: 'kind', operator: 'equal', value: 'handover' };
		const policy = withReactions(
			own('first', handover),
			own('second', { all: [handover] }),
			own('no', isMessage),
		);
		expect(await namesOf(wire.handover({ at: NOW, to: 'agent' }), policy)).toEqual([
			'agent-took-over',
			'first',
			'second',
		]);
	});

	it.each<[string, ReactionRule['conditions'], boolean]>([
		['a single condition', isMessage, true],
		['all', { all: [isMessage, fromCustomer] }, true],
		['all, one of which fails', { all: [isMessage, fromOther] }, false],
		['any', { any: [fromOther, fromCustomer] }, true],
		['any inside all', { all: [isMessage, { any: [fromOther, fromCustomer] }] }, true],
		[
			'any inside all, none of which holds',
			{ all: [isMessage, { any: [fromOther, { not: isMessage }] }] },
			false,
		],
		['not', { all: [isMessage, { not: fromOther }] }, true],
		['not, of what holds', { not: fromCustomer }, false],
		['in', { fact: 'messageType', operator: 'in', value: ['image', 'text'] }, true],
		['not in', { fact: 'messageType', operator: 'notIn', value: ['image', 'text'] }, false],
		['a number', { fact: 'errorCode', operator: 'lessThan', value: 0 }, true],
		[
			'more alternatives than are looked at one by one',
			{ all: Array.from({ length: 9 }, () => ({ any: [fromOther, fromCustomer] })) },
			true,
		],
	])('%s', async (_, conditions, fires) => {
		expect(await namesOf(message, withReactions(own('mine', conditions)))).toEqual(fires ? ['mine'] : []);
	});

	it('one of a shipped name takes its place, and switches it off where it is off', async () => {
		const paused = { fact: 'templateState', operator: 'equal', value: 'paused' };
		const mine = own('template-paused', paused);
		expect(await reactionsTo(status('PAUSED'), withReactions(mine))).toMatchObject([
			{ name: 'template-paused', text: 'It is template status.' },
		]);
		expect(await namesOf(status('PAUSED'), withReactions({ ...mine, enabled: false }))).toEqual([]);
	});

	it('ingest gives them for fresh events only', async () => {
		const engine = createEngine({
			store: scene.store,
			policy: withReactions(own('wrote', isMessage)),
			now: () => NOW,
		});
		const ingest = async () => (await engine.ingest([only(message, NOW)])).reactions.map(({ name }) => name);
		expect([await ingest(), await ingest()]).toEqual([['wrote'], []]);
	});

	it('mistakes in them are named with their paths, all at once, beside those in rules', () => {
		const wrong = {
			...policies.strict,
			name: 'mine',
			rules: [
				{ ...policies.strict.rules[0], conditions: { fact: 'kind', operator: 'equal', value: 'message' } },
			],
			reactions: [
				own('one', { fact: 'window', operator: 'equal', value: 'open' }),
				own('one', { fact: 'kind', operator: 'equal', value: 'mesage' }),
				own('two', { all: [{ fact: 'errorCode', operator: 'equal', value: '131047' }] }),
				{ ...own('three', isMessage), event: { type: 'reaction', params: { text: 'By {custmer}.' } } },
				{ ...own('four', isMessage), event: { type: 'hold', params: { text: 'x' } } },
			],
		};
		expect(lintPolicy(wrong).map(({ path }) => path)).toEqual([
			'reactions[4].event.type',
			'rules[0].conditions.fact',
			'reactions[0].conditions.fact',
			'reactions[1].name',
			'reactions[1].conditions.value',
			'reactions[2].conditions.all[0].value',
			'reactions[3].event.params.text',
		]);
	});
});

it('every event has every fact, of the type that the catalogue says', () => {
	const events = [
		wire.customerMessage({ at: NOW, group: wire.GROUP }),
		wire.agentEcho({ at: NOW }),
		wire.handover({ at: NOW, to: 'agent' }),
		wire.preference({ at: NOW, value: 'stop' }),
		status('PAUSED', 'FIRST_PAUSE'),
		wire.templateQuality({ at: NOW, quality: 'RED' }),
		wire.templateCategory({ at: NOW, category: 'MARKETING' }),
		failed(131047),
		wire.delivery('tomorrow', {}),
	].map((body) => only(body, NOW));
	const typeOf = { boolean: 'boolean', number: 'number', text: 'string' };
	for (const event of events) {
		const [facts] = factsOfEvent(event);
		expect(Object.keys(facts!).sort()).toEqual(Object.keys(eventFactCatalogue).sort());
		for (const [name, { type }] of Object.entries(eventFactCatalogue))
			expect(typeof facts![name as keyof typeof facts]).toBe(typeOf[type]);
	}
});
