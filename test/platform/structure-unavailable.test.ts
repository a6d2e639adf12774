import { effectOfError, isStructureUnavailable } from '../../platform';

describe('an error says that a template’s structure is unavailable', () => {
	it.each([
		['Structure unavailable', true],
		['structure-unavailable', true],
		['STRUCTURE_UNAVAILABLE', true],
		['The structure is unavailable.', true],
		['Infrastructure unavailable', false],
		['The service is unavailable', false],
		['The structure of the template is wrong', false],
	])('%s: %s', (text, expected) => {
		expect(isStructureUnavailable({ title: text })).toBe(expected);
		expect(isStructureUnavailable({ title: 'Error', details: text })).toBe(expected);
	});

	it('whatever its code: the template is looked up again', () => {
		expect(effectOfError({ code: 100, title: 'Structure unavailable' })).toBe('resync');
		expect(effectOfError({ title: 'Structure unavailable' })).toBe('resync');
	});

	it('the code decides otherwise', () => {
		expect(effectOfError({ code: 131050, title: 'Error' })).toBe('opted-out');
		expect(effectOfError({ title: 'Error' })).toBeUndefined();
	});
});
