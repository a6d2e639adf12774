import { violationsOfChange } from '../../../engine';

const body = (text: string) => ({ type: 'BODY', text });
const listed = {
	name: 'Legacy-Name',
	language: 'en_US',
	category: 'UTILITY',
	components: [body('Hello {{1}}, your order is on its way.')],
};
const rulesOf = (change: object, template: object = listed) =>
	violationsOfChange(template, change).map(({ rule }) => rule);

describe('an edit of a template', () => {
	it('is not judged by the name or by components that stay', () => {
		expect(rulesOf({ category: 'MARKETING' })).toEqual([]);
		expect(rulesOf({ components: [body('Your order is on its way.')] })).toEqual([]);
	});

	it('is judged by the components that it replaces, even if the former ones broke the same rule', () => {
		const former = { ...listed, components: [body('Hello {{1}}, here you are.')] };
		expect(rulesOf({ components: former.components }, former)).not.toEqual([]);
		expect(rulesOf({ components: [{ type: 'FOOTER', text: 'Shop' }] })).toContain('body-required');
	});

	it('is judged by what a new category means for components that stay', () => {
		const sale = { ...listed, category: 'MARKETING', components: [body('A discount for you today.')] };
		expect(rulesOf({ category: 'UTILITY' }, sale)).toEqual(['category-fits-content']);
		expect(rulesOf({ category: 'MARKETING' }, { ...sale, category: 'UTILITY' })).toEqual([]);
		expect(rulesOf({ category: 'NEWS' })).toEqual(['category']);
	});
});
