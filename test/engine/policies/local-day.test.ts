import type { Intent, PolicyDocument } from '../../../engine';
import { createEngine, definePolicy, lintPolicy, policies, tryPolicy } from '../../../engine';
import { INTENT, listed, openEngineScene, type EngineScene } from '../../support/engine-scene';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	scene.clock.now = Date.UTC(2026, 0, 1);
	await scene.engine.record(listed('APPROVED'));
});
afterEach(() => scene.close());

/** The strict policy that sends no template on some days. */
function holdsOn(fact: string, operator: string, value: string): PolicyDocument {
	const closed = {
		name: 'closed',
		conditions: { fact, operator, value },
		event: {
			type: 'hold',
			params: { reason: 'It is {localDay}, {localDate}. Wait until {retryAt}.', retryAt: fact },
		},
	};
	return definePolicy({ ...policies.strict, name: 'closed', rules: [closed, ...policies.strict.rules] });
}

const BERLIN = { timeZone: 'Europe/Berlin' };

/** The rule that decides at a time in UTC, when to ask again, and the reason. */
async function askAt(at: string, policy: PolicyDocument, intent: Partial<Intent>) {
	const engine = createEngine({ store: scene.store, policy, now: () => Date.parse(at) });
	const { rule, retryAt, reason } = await engine.decide({ ...INTENT, ...intent });
	return { rule, until: retryAt === undefined ? undefined : new Date(retryAt).toISOString(), reason };
}

describe('nothing goes out on some days, and it is asked again when they are over', () => {
	it.each<[string, string, string, string, string | undefined]>([
		// Saturday is 17 January 2026. Berlin is an hour ahead of UTC.
		['localDay', 'onDays', 'Saturday, Sunday', '2026-01-16T22:59:59.999Z', undefined],
		['localDay', 'onDays', 'Saturday, Sunday', '2026-01-16T23:00:00Z', '2026-01-18T23:00:00.000Z'],
		['localDay', 'onDays', 'Saturday, Sunday', '2026-01-18T22:59:59.999Z', '2026-01-18T23:00:00.000Z'],
		['localDay', 'onDays', 'Saturday, Sunday', '2026-01-18T23:00:00Z', undefined],
		['localDay', 'onDays', 'Sat, Suns', '2026-01-16T23:00:00Z', '2026-01-18T23:00:00.000Z'],
		['localDay', 'notOnDays', 'Tuesday', '2026-01-15T12:00:00Z', '2026-01-19T23:00:00.000Z'],
		['localDate', 'onDays', '01-15', '2026-01-15T12:00:00Z', '2026-01-15T23:00:00.000Z'],
		['localDate', 'onDays', '2026-01-15, 2026-01-16', '2026-01-15T12:00:00Z', '2026-01-16T23:00:00.000Z'],
		['localDate', 'onDays', '2025-01-15', '2026-01-15T12:00:00Z', undefined],
		['localDate', 'notOnDays', '12-24', '2026-01-15T12:00:00Z', '2026-12-23T23:00:00.000Z'],
		// Clocks in Berlin are moved on Sunday, 29 March and 25 October 2026.
		['localDay', 'onDays', 'Sunday', '2026-03-29T12:00:00Z', '2026-03-29T22:00:00.000Z'],
		['localDay', 'onDays', 'Sunday', '2026-10-25T12:00:00Z', '2026-10-25T23:00:00.000Z'],
	])('%s %s %s in Berlin, at %s', async (fact, operator, value, at, until) => {
		const answer = await askAt(at, holdsOn(fact, operator, value), BERLIN);
		expect(answer).toMatchObject({ rule: until ? 'closed' : 'template', until });
	});

	it('a day that begins at one o’clock, because clocks are moved at midnight, begins then', async () => {
		const cairo = { timeZone: 'Africa/Cairo' };
		const answer = await askAt('2026-04-23T12:00:00Z', holdsOn('localDay', 'onDays', 'Thursday'), cairo);
		expect(answer.until).toBe('2026-04-23T22:00:00.000Z');
	});

	it('in several time zones, it is one of the days until it is over in all of them', async () => {
		const policy = holdsOn('localDay', 'onDays', 'Saturday');
		const answer = await askAt('2026-01-17T12:00:00Z', policy, { to: '+1 800 555 0100' });
		expect(answer.until).toBe('2026-01-18T10:00:00.000Z');
		expect(answer.reason).toContain('Saturday, 2026-01-17.');
	});

	it('an unknown time zone is held, and days that never end have no time to ask again', async () => {
		const nowhere = await askAt('2026-01-15T12:00:00Z', holdsOn('localDay', 'onDays', 'Saturday'), {
			to: 'ZZ.1349',
		});
		const never = await askAt(
			'2026-01-15T12:00:00Z',
			holdsOn('localDate', 'notOnDays', '2025-12-24'),
			BERLIN,
		);
		expect(nowhere).toMatchObject({ rule: 'closed', until: undefined });
		expect(never).toMatchObject({ rule: 'closed', until: undefined });
	});
});

describe('a policy that asks for days', () => {
	it('is tried with the days of a time and its time zones, or with days that are made up', async () => {
		const policy = holdsOn('localDay', 'onDays', 'Saturday');
		const at = '2026-01-17T23:30:00Z';
		expect(await tryPolicy(policy, { now: at, timeZones: 'Etc/UTC' })).toMatchObject({ rule: 'closed' });
		expect(await tryPolicy(policy, { now: at, timeZones: 'Europe/Berlin' })).toMatchObject({
			rule: 'no-template',
		});
		expect(await tryPolicy(policy, { localDay: 'saturday' })).toMatchObject({ rule: 'closed' });
		await expect(tryPolicy(policy, { localDay: 'Caturday', localDate: '12-24' })).rejects.toThrow(
			/\(localDay\) must be a day of the week[^]*\(localDate\) must be a date/,
		);
	});

	it('is told which rule can never apply, and which days no rule covers', () => {
		const never = (value: string) =>
			lintPolicy({
				...policies.strict,
				rules: [
					{ ...holdsOn('localDate', 'onDays', '12-25').rules[0], name: 'first' },
					{ ...holdsOn('localDate', 'onDays', value).rules[0], name: 'second' },
					...policies.strict.rules,
				],
			}).filter(({ path }) => path.startsWith('rules[1]'));
		expect(never('2026-12-25')).toHaveLength(1);
		expect(never('2026-12-26')).toEqual([]);
	});
});
