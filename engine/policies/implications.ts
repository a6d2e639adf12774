import type { Claim, Implication } from '../../rules';
import { together } from '../../rules';
import type { FactName, Facts } from './facts';

const claim = <Name extends FactName>(fact: Name, is: (value: Facts[Name]) => boolean): Claim => ({
	fact,
	is: (value) => is(value as Facts[Name]),
});

const isKnown = (time: number) => time > 0;

const WINDOW_IS_OPEN = claim('window', (window) => window === 'open');
const WINDOW_CLOSES_IN = claim('windowClosesIn', isKnown);
const WINDOW_CLOSES_AT = claim('windowClosesAt', isKnown);
const HAS_TEMPLATE = claim('hasTemplate', (hasTemplate) => hasTemplate);
const TEMPLATE_HAS_STATE = claim('templateState', (state) => state !== 'none');
const TEMPLATE_IS_PAUSED = claim('templateState', (state) => state === 'paused');
const TEMPLATE_HAS_PAUSE = claim('templatePause', (pause) => pause !== 'none');
const PAUSE_ENDS = claim('templatePauseEndsAt', isKnown);

/** What a fact of a message says about another: a closed window has no time to close at, and so on. */
export const IMPLICATIONS: readonly Implication[] = [
	...together(WINDOW_IS_OPEN, WINDOW_CLOSES_IN),
	...together(WINDOW_IS_OPEN, WINDOW_CLOSES_AT),
	...together(WINDOW_CLOSES_IN, WINDOW_CLOSES_AT),
	...together(HAS_TEMPLATE, TEMPLATE_HAS_STATE),
	...together(TEMPLATE_IS_PAUSED, TEMPLATE_HAS_PAUSE),
	{ when: PAUSE_ENDS, then: TEMPLATE_IS_PAUSED },
];
