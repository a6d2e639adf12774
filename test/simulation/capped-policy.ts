import type { GivenPrices, PolicyDocument } from '../../engine';
import { definePolicy, policies } from '../../engine';
import { UNKNOWN_AMOUNT } from '../../engine/policies/facts';
import { ACCOUNT } from '../support/wire';

const HOUR = 3_600_000;

/** What runs under the capped policy may send. */
export const CAPS = {
	/** Templates to one customer. */
	templates: { count: 2, within: 6 * HOUR },
	/** Customers whom a template opens a conversation with. */
	newCustomers: { count: 3, within: 24 * HOUR },
	/** What templates may cost in a day of the account, and what each costs. Units of the currency */
	spending: { most: 0.1, price: 0.1 },
} as const;

const FREQUENCY = {
	fact: 'templatesSent',
	operator: 'reaches',
	value: `${CAPS.templates.count} per ${CAPS.templates.within / HOUR} h`,
};

/** What isn't priced yet, as the number's account isn't known, isn't capped. */
const SPENDING = {
	all: [
		{ fact: 'spentToday', operator: 'greaterThan', value: CAPS.spending.most },
		{ fact: 'spentToday', operator: 'lessThan', value: UNKNOWN_AMOUNT },
	],
};

/** The prices that the cap of spending is about. */
export const PRICES: GivenPrices = {
	account: ACCOUNT,
	currency: 'EUR',
	timeZone: 'Europe/Berlin',
	firstDay: '2020-01-01',
	rows: ['Marketing', 'Utility'].map((category) => ({
		Market: 'Germany',
		Category: category,
		Price: String(CAPS.spending.price),
	})),
};

/** The strict policy with these caps switched on. */
export const CAPPED: PolicyDocument = definePolicy({
	...policies.strict,
	name: 'capped',
	version: 1,
	rules: policies.strict.rules.map((rule) => {
		const { name, event } = rule;
		if (name === 'frequency-cap') {
			const reason =
				'The customer had {templatesSent.count} templates of {templatesSent.limit} in the period.';
			const params = { ...event.params, reason, retryAt: 'templatesSent' };
			return { ...rule, enabled: true, conditions: FREQUENCY, event: { ...event, params } };
		}
		if (name === 'spend-cap') return { ...rule, enabled: true, conditions: SPENDING };
		if (name !== 'new-customers-cap') return rule;
		const conditions = [
			{ fact: 'isNewCustomer', operator: 'equal', value: true },
			{ fact: 'newCustomers', operator: 'greaterThanInclusive', value: CAPS.newCustomers.count },
		];
		return { ...rule, enabled: true, conditions: { all: conditions } };
	}),
});
