import type { Intent, PolicyDocument } from '../../../engine';
import { createEngine, isTimeZone, policies } from '../../../engine';
import { timeZonesOf, timeZonesOfCallingCodes } from '../../../platform';
import { INTENT, listed, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { GROUP } from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	scene.clock.now = Date.UTC(2026, 0, 1);
	await scene.engine.record(listed('APPROVED'));
});
afterEach(() => scene.close());

function quiet(hours: string, operator = 'withinHours'): PolicyDocument {
	const conditions = { fact: 'localTime', operator, value: hours };
	const rules = policies.strict.rules.map((rule) =>
		rule.name === 'quiet-hours' ? { ...rule, enabled: true, conditions } : rule,
	);
	return { ...policies.strict, name: 'quiet', rules };
}

/** The answer at a time in UTC, and when to ask again. */
async function askAt(at: string, policy: PolicyDocument, intent: Partial<Intent>) {
	const engine = createEngine({ store: scene.store, policy, now: () => Date.parse(at) });
	const { rule, retryAt, reason } = await engine.decide({ ...INTENT, ...intent });
	return { rule, until: retryAt === undefined ? undefined : new Date(retryAt).toISOString(), reason };
}

type Case = [name: string, at: string, until: string | undefined];

const BERLIN = { timeZone: 'Europe/Berlin' };
const NEW_YORK = { timeZone: 'America/New_York' };

describe('nothing goes out in quiet hours, and it is asked again when they end', () => {
	const check = async (hours: string, at: string, until: string | undefined, intent: Partial<Intent>) => {
		const answer = await askAt(at, quiet(hours), intent);
		expect(answer).toMatchObject({ rule: until ? 'quiet-hours' : 'template' });
		expect(answer.until).toBe(until && new Date(until).toISOString());
	};

	it.each<Case>([
		['the minute before they begin', '2026-01-15T19:59:59.999Z', undefined],
		['when they begin', '2026-01-15T20:00:00Z', '2026-01-16T07:00:00Z'],
		['before midnight', '2026-01-15T22:59:00Z', '2026-01-16T07:00:00Z'],
		['after midnight', '2026-01-15T23:00:00Z', '2026-01-16T07:00:00Z'],
		['in their last millisecond', '2026-01-16T06:59:59.999Z', '2026-01-16T07:00:00Z'],
		['when they end', '2026-01-16T07:00:00Z', undefined],
		['in summer an hour earlier', '2026-07-15T19:00:00Z', '2026-07-16T06:00:00Z'],
		['in summer, when they end', '2026-07-16T06:00:00Z', undefined],
	])('across midnight, 21:00-08:00 in Berlin: %s', (_, at, until) => check('21:00-08:00', at, until, BERLIN));

	it.each<Case>([
		['before', '2026-01-15T10:59:00Z', undefined],
		['when they begin', '2026-01-15T11:00:00Z', '2026-01-15T13:30:00Z'],
		['when they end', '2026-01-15T13:30:00Z', undefined],
	])('on one day, 12:00-14:30 in Berlin: %s', (_, at, until) => check('12:00-14:30', at, until, BERLIN));

	it.each<Case>([
		['to the end of the day', '2026-01-15T22:30:00Z', '2026-01-15T23:00:00Z'],
		['and no longer', '2026-01-15T23:00:00Z', undefined],
	])('22:00-24:00 in Berlin: %s', (_, at, until) => check('22:00-24:00', at, until, BERLIN));

	it.each<[string, string, string, string | undefined, object]>([
		// Clocks in Berlin go from 02:00 to 03:00 on 29 March 2026, and from 03:00 back to 02:00 on 25 October.
		['the night of the change in spring', '21:00-08:00', '2026-03-28T21:00Z', '2026-03-29T06:00Z', BERLIN],
		['the night of the change in autumn', '21:00-08:00', '2026-10-24T20:00Z', '2026-10-25T07:00Z', BERLIN],
		['hours that end in the gap', '22:00-02:30', '2026-03-28T23:00Z', '2026-03-29T01:00Z', BERLIN],
		['hours that begin in the gap', '02:30-06:00', '2026-03-29T01:00Z', '2026-03-29T04:00Z', BERLIN],
		['before hours that begin in the gap', '02:30-06:00', '2026-03-29T00:59Z', undefined, BERLIN],
		[
			'hours within the hour that comes twice',
			'02:15-02:45',
			'2026-10-25T00:20Z',
			'2026-10-25T00:45Z',
			BERLIN,
		],
		['and the second time', '02:15-02:45', '2026-10-25T01:20Z', '2026-10-25T01:45Z', BERLIN],
		['between the two times', '02:15-02:45', '2026-10-25T00:50Z', undefined, BERLIN],
		['New York in spring', '21:00-08:00', '2026-03-08T03:00Z', '2026-03-08T12:00Z', NEW_YORK],
		['New York in autumn', '21:00-08:00', '2026-11-01T02:00Z', '2026-11-01T13:00Z', NEW_YORK],
		[
			'half an hour of daylight saving on Lord Howe Island',
			'21:00-08:00',
			'2026-10-03T12:00Z',
			'2026-10-03T21:00Z',
			{ timeZone: 'Australia/Lord_Howe' },
		],
		[
			'a zone at three quarters of an hour',
			'21:00-08:07',
			'2026-01-15T15:15Z',
			'2026-01-16T02:22Z',
			{ timeZone: 'Asia/Kathmandu' },
		],
	])('when clocks are moved: %s', (_, hours, at, until, intent) => check(hours, at, until, intent));
});

describe('the time zone is given, or that of the number’s country', () => {
	const AT_NIGHT_IN_BERLIN = '2026-01-15T23:30:00Z';

	it.each([
		['a German number', { to: '+49 170 1234567' }, 'quiet-hours'],
		['an Indian one, where it is five in the morning', { to: '+91 98000 00000' }, 'quiet-hours'],
		['a Japanese one, where it is half past eight', { to: '+81 90 0000 0000' }, 'template'],
		['a German number, the zone of Tokyo given', { timeZone: 'Asia/Tokyo' }, 'template'],
		['a user id of Germany', { to: 'DE.1349' }, 'quiet-hours'],
		['a user id of Japan', { to: 'JP.1349' }, 'template'],
		['a user id of no country', { to: 'ZZ.1349' }, 'quiet-hours'],
		['a user id, the zone of Tokyo given', { to: 'DE.1349', timeZone: 'Asia/Tokyo' }, 'template'],
		['a group', { to: GROUP, recipientType: 'group' as const }, 'quiet-hours'],
		['a zone that is none', { to: '+81 90 0000 0000', timeZone: 'Asia/Tokio' }, 'quiet-hours'],
	])('%s', async (_, intent, rule) => {
		expect((await askAt(AT_NIGHT_IN_BERLIN, quiet('21:00-08:00'), intent)).rule).toBe(rule);
	});

	it('an unknown zone is held without a time to ask again, and the reason says what to do', async () => {
		const answer = await askAt(AT_NIGHT_IN_BERLIN, quiet('21:00-08:00'), { to: 'ZZ.1349' });
		expect(answer.until).toBeUndefined();
		expect(answer.reason).toBe(
			"The policy has quiet hours, 21:00-08:00, and the customer's time zone isn't known. The message waits until you specify the time zone with it.",
		);
	});

	it('a known zone is named in the reason, with the local time, the hours, and when they are over', async () => {
		const answer = await askAt(AT_NIGHT_IN_BERLIN, quiet('21:00-08:00'), BERLIN);
		expect(answer.reason).toBe(
			"The policy's quiet hours, 21:00-08:00, apply now: the customer's local time is 00:30 (time zone: Europe/Berlin). Wait until 2026-01-16T07:00:00.000Z. If the time zone is wrong, specify it with the message.",
		);
	});

	// From Newfoundland (UTC−3:30 in winter) to Hawaii (UTC−10).
	it.each([
		['quiet in Newfoundland only', '2026-01-16T01:00:00Z', '2026-01-16T18:00:00.000Z'],
		['quiet in Hawaii only', '2026-01-15T17:59:00Z', '2026-01-15T18:00:00.000Z'],
		['quiet nowhere', '2026-01-15T18:00:00Z', undefined],
		['quiet nowhere yet', '2026-01-16T00:29:00Z', undefined],
	])('a country with several zones is quiet while it is quiet in any of them: %s', async (_, at, until) => {
		const answer = await askAt(at, quiet('21:00-08:00'), { to: '+1 800 555 0100' });
		expect(answer).toMatchObject({ rule: until ? 'quiet-hours' : 'template', until });
	});

	// 21:00-08:00 leaves 13 hours in one zone, and 6.5 from Newfoundland to Hawaii.
	it.each([
		['one area', '+1 212 555 0100', 13],
		['an area in two zones', '+1 850 555 0100', 12],
		['no area', '+1 800 555 0100', 6.5],
		['one region of Russia', '+7 916 123 45 67', 13],
		['several regions of Russia', '+7 912 345 67 89', 11],
	])('a number of %s leaves hours of the day to send in', async (_, to, hours) => {
		const quarters = Array.from({ length: 96 }, (_each, quarter) => quarter * 900_000);
		const rules = await Promise.all(
			quarters.map((ms) =>
				askAt(new Date(Date.UTC(2026, 0, 15) + ms).toISOString(), quiet('21:00-08:00'), { to }),
			),
		);
		expect(rules.filter(({ rule }) => rule === 'template')).toHaveLength(hours * 4);
	});

	it('where it is always quiet somewhere there is no time to ask again', async () => {
		const answer = await askAt('2026-01-15T12:00:00Z', quiet('12:00-06:00'), { to: '+7 900 100 00 00' });
		expect(answer).toMatchObject({ rule: 'quiet-hours', until: undefined });
		expect(answer.reason).toMatch(
			/^The policy's quiet hours, 12:00-06:00, apply now, and they apply at any time in at least one of the customer's possible time zones: .*Asia\/Vladivostok.*\. The message waits until you specify the time zone with it\.$/,
		);
	});
});

describe('hours to send in: what is outside of them is quiet', () => {
	it.each([
		['before them', '2026-01-15T07:59:00Z', '2026-01-15T08:00:00.000Z'],
		['when they begin', '2026-01-15T08:00:00Z', undefined],
		['when they end', '2026-01-15T17:00:00Z', '2026-01-16T08:00:00.000Z'],
	])('09:00-18:00 in Berlin: %s', async (_, at, until) => {
		const answer = await askAt(at, quiet('09:00-18:00', 'outsideHours'), BERLIN);
		expect(answer).toMatchObject({ rule: until ? 'quiet-hours' : 'template', until });
	});
});

describe('time zones of calling codes', () => {
	it('every zone is one that Node.js knows', () => {
		const names = [...timeZonesOfCallingCodes().values()].flat();
		expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
	});

	it.each([
		['12125550100', 'America/New_York'],
		['18765550100', 'America/Jamaica'],
		['4917012345678', 'Europe/Berlin'],
		['79001234567', 'Asia/Vladivostok'],
		['12505550100', 'America/Denver'],
		['18005550100', 'Pacific/Honolulu'],
		['77011234567', 'Asia/Almaty'],
		['351912345678', 'Atlantic/Azores'],
	])('%s can be in %s', (number, zone) => {
		expect(timeZonesOf(number)).toContain(zone);
	});

	it.each([
		['a code of an area goes before that of the country', '18765550100', ['America/Jamaica']],
		['a number of New York', '12125550100', ['America/New_York']],
		['a number of Los Angeles', '12135550100', ['America/Los_Angeles']],
		['a number of a city in two zones', '19285550100', ['America/Denver', 'America/Phoenix']],
		['a mobile number of Moscow', '79161234567', ['Europe/Moscow']],
		['a mobile number of Siberia', '79130234567', ['Asia/Novosibirsk']],
		['a landline of Vladivostok', '74232123456', ['Asia/Vladivostok']],
		['a code that nobody has', '999123', []],
		['a user id goes by its country', 'JP.1349', ['Asia/Tokyo']],
		['a country that doesn’t exist', 'ZZ.1349', []],
		['no number', 'GROUP', []],
		['nothing', '', []],
	])('%s', (_, number, zones) => {
		expect(timeZonesOf(number)).toEqual(zones);
	});
});
