import { CONVERSATION_WINDOW, NEW_CUSTOMERS_PERIOD, timeZonesOfCallingCodes } from '../../platform';
import type { Claim, FactCatalogue, Implication, Possible } from '../../rules';
import { together } from '../../rules';
import type { FactName, Facts } from './facts';
import { factCatalogue, UNKNOWN_AMOUNT } from './facts';
import { catalogueOf } from './own-facts';
import type { PolicyDocument } from './policy';

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

const NO_TEMPLATE_QUALITY = claim('templateQuality', (quality) => quality === 'none');
const NO_TEMPLATE = claim('hasTemplate', (hasTemplate) => !hasTemplate);
const IS_GROUP = claim('recipientType', (type) => type === 'group');
const HAS_PHONE = claim('hasPhone', (hasPhone) => hasPhone);
const WAS_SENT_SINCE_REPLY = claim('messagesSinceReply', isKnown);
const HAS_NEW_CUSTOMERS = claim('newCustomers', isKnown);
const NEW_CUSTOMERS_FREE_AT = claim('newCustomersFreeAt', isKnown);
const IS_NO_NEW_CUSTOMER = claim('isNewCustomer', (isNew) => !isNew);

const IS_UNKNOWN = (amount: number) => amount >= UNKNOWN_AMOUNT;
const TODAY_IS_UNKNOWN = claim('spentToday', IS_UNKNOWN);
const MONTH_IS_UNKNOWN = claim('spentThisMonth', IS_UNKNOWN);
const TODAY_TOGETHER_IS_UNKNOWN = claim('spentTodayTogether', IS_UNKNOWN);
const MONTH_TOGETHER_IS_UNKNOWN = claim('spentThisMonthTogether', IS_UNKNOWN);
const CAMPAIGN_IS_UNKNOWN = claim('spentByCampaign', IS_UNKNOWN);
const ACCOUNT_DAY_ENDS = claim('accountDayEndsAt', isKnown);
const ACCOUNT_MONTH_ENDS = claim('accountMonthEndsAt', isKnown);
const FREE_SERVICE_IS_LEFT = claim('freeServiceLeft', isKnown);

/** What a fact of a message says about another: a closed window has no time to close at, and so on. */
const IMPLICATIONS: readonly Implication[] = [
	...together(WINDOW_IS_OPEN, WINDOW_CLOSES_IN),
	...together(WINDOW_IS_OPEN, WINDOW_CLOSES_AT),
	...together(WINDOW_CLOSES_IN, WINDOW_CLOSES_AT),
	...together(HAS_TEMPLATE, TEMPLATE_HAS_STATE),
	...together(TEMPLATE_IS_PAUSED, TEMPLATE_HAS_PAUSE),
	{ when: PAUSE_ENDS, then: TEMPLATE_IS_PAUSED },
	{ when: NO_TEMPLATE, then: NO_TEMPLATE_QUALITY },
	{ when: IS_GROUP, then: HAS_PHONE },
	{ when: WAS_SENT_SINCE_REPLY, then: WINDOW_IS_OPEN },
	...together(HAS_NEW_CUSTOMERS, NEW_CUSTOMERS_FREE_AT),
	{ when: IS_NO_NEW_CUSTOMER, then: HAS_NEW_CUSTOMERS },
	...together(TODAY_IS_UNKNOWN, MONTH_IS_UNKNOWN),
	...together(TODAY_IS_UNKNOWN, TODAY_TOGETHER_IS_UNKNOWN),
	...together(TODAY_IS_UNKNOWN, MONTH_TOGETHER_IS_UNKNOWN),
	...together(TODAY_IS_UNKNOWN, CAMPAIGN_IS_UNKNOWN),
	...together(ACCOUNT_DAY_ENDS, ACCOUNT_MONTH_ENDS),
	{ when: FREE_SERVICE_IS_LEFT, then: ACCOUNT_DAY_ENDS },
];

/** The time zones that one customer can be in at once: those of a calling code, an area code, or a country. */
function zonesAtOnce(): ReadonlyArray<readonly string[]> {
	const several = [...timeZonesOfCallingCodes().values()].filter(({ length }) => length > 1);
	return [...new Map(several.map((zones) => [zones.join(), zones])).values()];
}

/** Whoever compares with a greater number of messages isn't told that so many must have been sent. */
const MOST_COUNTED = 1_000;

/** The facts of a message, and what can be true of them at the same time. */
const POSSIBLE: Possible = {
	catalogue: factCatalogue,
	implications: IMPLICATIONS,
	nested: ['marketingSent', 'templatesSent', 'messagesSent'] satisfies FactName[],
	needs: [
		{
			fact: 'messagesSinceReply',
			least: (count) => Math.min(Math.ceil(count as number), MOST_COUNTED),
			of: 'messagesSent',
			within: CONVERSATION_WINDOW,
		},
		{
			fact: 'isNewCustomer',
			least: (isNew) => (isNew ? 0 : 1),
			of: 'templatesSent',
			within: NEW_CUSTOMERS_PERIOD,
		},
	],
	// Only the last answer is kept.
	most: { humanReplied: 1, knownHumanReplied: 1 },
	zones: zonesAtOnce,
};

/** The same with the facts that policies declare: those say nothing about each other, nor about the package's. */
export const possibleOf = (...policies: ReadonlyArray<Pick<PolicyDocument, 'facts'>>): Possible => ({
	...POSSIBLE,
	catalogue: Object.assign({}, ...policies.map(catalogueOf)) as FactCatalogue,
});
