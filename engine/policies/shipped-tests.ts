import type { Action } from '../decision';
import type { Facts } from './facts';
import type { PolicyTest } from './policy';

const OPEN = { window: 'open', hasFreeform: true } as const;
const CLOSED = { window: 'closed', hasTemplate: true } as const;

type Example = [name: string, facts: Partial<Facts>, action: Action, rule: string];

/** What `strict` and `platform` have in common: an example for each rule that is turned on. */
const EXAMPLES: Example[] = [
	['Nobody writes to a customer who opted out', { ...OPEN, optedOut: true }, 'skip', 'opted-out'],
	['Not while the agent answers', { ...OPEN, holder: 'agent' }, 'hold', 'agent-holds'],
	['Not while another responder answers', { ...OPEN, holder: 'other' }, 'hold', 'agent-holds'],
	['Free text in the window', OPEN, 'freeform', 'window-open'],
	['Nothing to send outside of the window', { hasFreeform: true }, 'skip', 'no-template'],
	[
		'A login code needs a phone number',
		{ ...CLOSED, category: 'AUTHENTICATION', hasPhone: false, templateState: 'sendable' },
		'hold',
		'authentication-without-phone',
	],
	['A template that nobody saw', { ...CLOSED, templateState: 'never-seen' }, 'hold', 'template-never-seen'],
	['A rejected template', { ...CLOSED, templateState: 'rejected' }, 'skip', 'template-unusable'],
	['A template in review', { ...CLOSED, templateState: 'in-review' }, 'hold', 'template-in-review'],
	[
		'A template that is paused for three hours',
		{ ...CLOSED, templateState: 'paused', templatePause: 'first', templatePauseEndsAt: 1 },
		'hold',
		'template-paused',
	],
	[
		'A template that is paused by pacing',
		{ ...CLOSED, templateState: 'paused', templatePause: 'pacing' },
		'hold',
		'template-paused-without-end',
	],
	['An approved template', { ...CLOSED, templateState: 'sendable' }, 'template', 'template'],
];

const TEMPLATE_IN_THE_WINDOW = {
	window: 'open',
	hasTemplate: true,
	templateState: 'sendable',
} as const;

const OF_STRICT: Example[] = [
	[
		'A template waits for the end of the window',
		TEMPLATE_IN_THE_WINDOW,
		'hold',
		'template-in-active-conversation',
	],
];
const OF_PLATFORM: Example[] = [
	['A template may go out in the window', TEMPLATE_IN_THE_WINDOW, 'template', 'template'],
];

/** What must never break. */
const STATEMENTS = [
	'never send while optedOut',
	'never send marketing while optedOut',
	'hold when window is open, holder is agent and not optedOut',
	'never freeform when window is closed',
];
const STATEMENTS_OF_STRICT = ['never template when window is open'];

const testsOf = (examples: readonly Example[], statements: readonly string[]): PolicyTest[] => [
	...examples.map(([name, facts, action, rule]) => ({ name, facts, action, rule, at: 0 })),
	...statements.map((statement) => ({ name: statement, statement })),
];

/** The tests of the policies that come with the package, by name. */
export const SHIPPED_TESTS: Readonly<Record<string, readonly PolicyTest[]>> = {
	strict: testsOf([...EXAMPLES, ...OF_STRICT], [...STATEMENTS, ...STATEMENTS_OF_STRICT]),
	platform: testsOf([...EXAMPLES, ...OF_PLATFORM], STATEMENTS),
};
