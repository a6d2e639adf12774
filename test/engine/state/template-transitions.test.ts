import { HOUR, DAY, MINUTE } from '../../support/wire';
import type { Register, Registers } from '../../../engine/state/register';
import type { TemplateStatusMark } from '../../../engine/state/template';
import { templateAt, templateLifecycle } from '../../../engine/state/template';
import type { TemplateState } from '../../../engine/state/template-transitions';
import { TEMPLATE_QUALITIES, TEMPLATE_TRANSITIONS } from '../../../engine/state/template-transitions';

const NOW = Date.UTC(2026, 2, 1, 12);

const line = (at: number, status: string, more: Omit<TemplateStatusMark, 'status'> = {}) =>
	({ at, rank: 3, id: `${at}:${status}`, value: { status, ...more } }) as Register<TemplateStatusMark>;

const listedAs = (status: string, at: number): Registers => ({ status: { ...line(at, status), rank: 2 } });

/** A status that brings a template into the state that a row begins with. */
const STATUS_BEFORE: Partial<Record<TemplateState | 'any', string>> = {
	any: 'APPROVED',
	'in-review': 'PENDING',
	sendable: 'APPROVED',
	paused: 'PAUSED',
	'in-appeal': 'IN_APPEAL',
	archived: 'ARCHIVED',
};

describe('each row of the table of template statuses', () => {
	const rows = TEMPLATE_TRANSITIONS.flatMap((row) =>
		row.heardAs.map((status) => [row.from, row.trigger, status, row.to, row] as const),
	);

	it.each(rows)('%s: %s (%s) → %s', (from, _, status, to, { pause, title, lasts }) => {
		const before = STATUS_BEFORE[from];
		const history = [...(before ? [line(NOW - MINUTE, before)] : []), line(NOW, status, { title })];
		expect(templateAt(NOW, history, {})).toMatchObject({ status, state: to });
		const step = templateLifecycle(NOW, history, {}).at(-1)!;
		expect(step).toMatchObject({ at: NOW, status, state: to, heardFrom: 'event' });
		expect(step.pause).toBe(pause);
		expect(step.until).toBe(lasts && NOW + lasts);
	});

	it('one status means one state', () => {
		const states = new Map<string, Set<TemplateState>>();
		for (const { heardAs, to } of TEMPLATE_TRANSITIONS)
			for (const status of heardAs) states.set(status, (states.get(status) ?? new Set()).add(to));
		expect([...states].filter(([, { size }]) => size > 1)).toEqual([]);
	});

	it('an unknown status holds, as a review does', () => {
		expect(templateAt(NOW, [line(NOW, 'TOMORROW')], {}).state).toBe('in-review');
	});
});

describe('the four levels of an active template', () => {
	it.each(TEMPLATE_QUALITIES)('$display', ({ status, score, quality }) => {
		expect(templateAt(NOW, [line(NOW, status)], {})).toMatchObject({ state: 'sendable', quality });
		const registers = { quality: { ...line(NOW, ''), value: score } };
		expect(templateAt(NOW, [line(NOW, 'APPROVED')], registers).quality).toBe(quality);
	});

	it('a score of tomorrow is no level', () => {
		const registers = { quality: { ...line(NOW, ''), value: 'PURPLE' } };
		expect(templateAt(NOW, [line(NOW, 'APPROVED')], registers).quality).toBeUndefined();
	});
});

describe('the lifecycle of a template', () => {
	it('of one that nobody heard of is empty', () => {
		expect(templateLifecycle(NOW, [], {})).toEqual([]);
	});

	const life = [
		line(NOW, 'PENDING'),
		line(NOW + DAY, 'APPROVED'),
		line(NOW + 2 * DAY, 'PAUSED', { title: 'FIRST_PAUSE', reason: 'LOW_QUALITY' }),
	];
	const pauseEndsAt = NOW + 2 * DAY + 3 * HOUR;

	it('has every step with its time, state and reason', () => {
		expect(templateLifecycle(NOW + 2 * DAY, life, {})).toEqual([
			{ at: NOW, status: 'PENDING', state: 'in-review', heardFrom: 'event' },
			{ at: NOW + DAY, status: 'APPROVED', state: 'sendable', heardFrom: 'event' },
			{
				at: NOW + 2 * DAY,
				status: 'PAUSED',
				state: 'paused',
				reason: 'LOW_QUALITY',
				pause: 'first',
				until: pauseEndsAt,
				heardFrom: 'event',
			},
		]);
	});

	it.each([
		['1 ms before its end', -1, 'paused'],
		['at its end', 0, 'sendable'],
	])('%s the pause is %s', (_, after, state) => {
		const steps = templateLifecycle(pauseEndsAt + after, life, {});
		expect(steps.at(-1)!.state).toBe(state);
		expect(steps.at(-1)!.state).toBe(templateAt(pauseEndsAt + after, life, {}).state);
	});

	it('the end of a pause that came by itself is a step of its own, before what was heard after it', () => {
		const later = [...life, line(pauseEndsAt + DAY, 'DISABLED')];
		expect(templateLifecycle(NOW + 9 * DAY, later, {}).slice(-2)).toEqual([
			expect.objectContaining({ at: pauseEndsAt, state: 'sendable', heardFrom: 'time' }),
			expect.objectContaining({ at: pauseEndsAt + DAY, state: 'disabled', heardFrom: 'event' }),
		]);
	});

	it.each([
		['before its end', pauseEndsAt - 1],
		['at its end', pauseEndsAt],
	])('a pause that an event ended %s has no such step', (_, at) => {
		const later = [...life, line(at, 'APPROVED', { title: 'UNPAUSE' })];
		expect(templateLifecycle(NOW + 9 * DAY, later, {}).map(({ heardFrom }) => heardFrom)).not.toContain(
			'time',
		);
	});

	it('what the gateway’s list says stands at its place in time', () => {
		const steps = templateLifecycle(NOW + 2 * DAY, life, listedAs('APPROVED', NOW + DAY + HOUR));
		expect(steps.map(({ status, heardFrom }) => [status, heardFrom])).toEqual([
			['PENDING', 'event'],
			['APPROVED', 'event'],
			['APPROVED', 'answer'],
			['PAUSED', 'event'],
		]);
	});

	it('a deleted template’s name is free again after 30 days', () => {
		const step = templateLifecycle(NOW, [line(NOW, 'DELETED')], {}).at(-1);
		expect(step).toMatchObject({ state: 'deleted', until: NOW + 30 * DAY });
		expect(templateAt(NOW + 31 * DAY, [line(NOW, 'DELETED')], {}).state).toBe('deleted');
	});
});
