import type { PolicyDocument } from '../../engine';
import { definePolicy, policies } from '../../engine';

const HOUR = 3_600_000;

/** What runs under the capped policy may send. */
export const CAPS = {
	/** Templates to one customer. */
	templates: { count: 2, within: 6 * HOUR },
	/** Customers whom a template opens a conversation with. */
	newCustomers: { count: 3, within: 24 * HOUR },
} as const;

const FREQUENCY = {
	fact: 'templatesSent',
	operator: 'reaches',
	value: `${CAPS.templates.count} per ${CAPS.templates.within / HOUR} h`,
};

/** The strict policy with both caps switched on. */
export const CAPPED: PolicyDocument = definePolicy({
	...policies.strict,
	name: 'capped',
	version: 1,
	rules: policies.strict.rules.map((rule) => {
		const { name, event } = rule;
		if (name === 'frequency-cap') {
			const params = { ...event.params, retryAt: 'templatesSent' };
			return { ...rule, enabled: true, conditions: FREQUENCY, event: { ...event, params } };
		}
		if (name !== 'new-customers-cap') return rule;
		const conditions = [
			{ fact: 'isNewCustomer', operator: 'equal', value: true },
			{ fact: 'newCustomers', operator: 'greaterThanInclusive', value: CAPS.newCustomers.count },
		];
		return { ...rule, enabled: true, conditions: { all: conditions } };
	}),
});
