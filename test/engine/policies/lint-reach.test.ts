import type { Conditions, PolicyDocument } from '../../../engine';
import { lintPolicy, policies } from '../../../engine';
import { shippedPolicy } from '../../../engine/policies/shipped-policies';

it.each(Object.keys(policies).flatMap((name) => [1, 2, 3, 4, 5].map((version) => [name, version] as const)))(
	'the shipped policy %s, version %i, has no mistake, no gap, and no rule that can never fire',
	(name, version) => {
		expect(lintPolicy(shippedPolicy(name, version))).toEqual([]);
	},
);

const holdIf = (...all: Conditions[]): PolicyDocument => ({
	name: 'mine',
	version: 1,
	rules: all.map((conditions, index) => ({
		name: `rule ${index}`,
		conditions,
		event: { type: 'hold', params: { reason: 'Held.' } },
	})),
});
const anyWindow = { fact: 'window', operator: 'in', value: ['open', 'closed'] };
const is = (fact: string, value: unknown) => ({ fact, operator: 'equal', value });
const isOver = (fact: string) => ({ fact, operator: 'greaterThan', value: 0 });

describe('what cannot be is no situation', () => {
	it.each<[string, Conditions[]]>([
		['a closed window that closes', [is('window', 'closed'), isOver('windowClosesIn')]],
		['a closed window that closes at a time', [is('window', 'closed'), isOver('windowClosesAt')]],
		['an open window that never closes', [is('window', 'open'), is('windowClosesAt', 0)]],
		['a time to close without how long', [isOver('windowClosesAt'), is('windowClosesIn', 0)]],
		['a state of no template', [is('hasTemplate', false), is('templateState', 'sendable')]],
		['a template without a state', [is('hasTemplate', true), is('templateState', 'none')]],
		['a pause of a sendable template', [is('templateState', 'sendable'), is('templatePause', 'first')]],
		['a paused template without a pause', [is('templateState', 'paused'), is('templatePause', 'none')]],
		['the end of a pause that is none', [is('templateState', 'sendable'), isOver('templatePauseEndsAt')]],
	])('%s', (_, all) => {
		const problems = lintPolicy(holdIf({ all }, anyWindow));
		expect(problems).toMatchObject([
			{ path: 'rules[0]', message: expect.stringContaining('contradict each other') as string },
		]);
	});

	it.each<[string, Conditions[]]>([
		['an open window that closes', [is('window', 'open'), isOver('windowClosesAt')]],
		['a paused template with a pause', [is('templateState', 'paused'), is('templatePause', 'first')]],
		['a pause without an end', [is('templateState', 'paused'), is('templatePauseEndsAt', 0)]],
	])('but %s is one', (_, all) => {
		expect(lintPolicy(holdIf({ all }, anyWindow))).toEqual([]);
	});
});
