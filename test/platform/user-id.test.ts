import { countryOfUserId, isBrokenUserId, isParentUserId, isUserId, responderOf } from '../../platform';

describe('a user id is two capital letters, a period, and up to 128 letters and digits', () => {
	it.each<[string, boolean, boolean]>([
		['US.13491208655302741918', true, false],
		['DE.a', true, false],
		[`US.${'x'.repeat(128)}`, true, false],
		['US.ENT.11815799212886844830', true, true],
		[`US.${'x'.repeat(129)}`, false, false],
		['US.', false, false],
		['us.1349', false, false],
		['USA.1349', false, false],
		['US.13_49', false, false],
		['4917012345678', false, false],
	])('%s: %s, of a parent: %s', (address, isOne, isParent) => {
		expect(isUserId(address)).toBe(isOne);
		expect(isParentUserId(address)).toBe(isParent);
	});

	it.each([
		['us.1349', true],
		['US.13_49', true],
		['US.1349', false],
		['4917012345678', false],
		['Y2FwaV9ncm91cDoxMjM', false],
	])('%s is meant as one, and isn’t: %s', (address, broken) => {
		expect(isBrokenUserId(address)).toBe(broken);
	});

	it('begins with its country', () => {
		expect(countryOfUserId('US.ENT.1349')).toBe('US');
		expect(countryOfUserId('4917012345678')).toBeUndefined();
	});
});

it.each([
	['ai_agent', 'agent'],
	['customer_service', 'business'],
	['escalation', 'other'],
	['AI_AGENT', undefined],
	['agent', undefined],
	[undefined, undefined],
	['toString', undefined],
])('the role %s is the %s’s', (role, responder) => {
	expect(responderOf(role)).toBe(responder);
});
