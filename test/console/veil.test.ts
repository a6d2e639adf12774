import { systemRuntime } from '../../base';
import { createVeil, newSecret } from '../../console/veil';

const secret = newSecret(systemRuntime);
const veil = createVeil(secret, { showCustomers: false, isOwn: (digits) => digits === '15550100123' });

describe('a sentence of a console that masks phone numbers', () => {
	it.each([
		['as one', '+491701234567'],
		['in brackets', '+49 (170) 1234567'],
		['with dashes', '+49-170-123-45-67'],
		['with dashes between spaces', '+49 170 - 123 45 67'],
		['with a slash between spaces', '+49 170 / 123 45 67'],
		['with spaces that keep a line together', '+49\u00a0170\u202f1234567'],
		['with dashes that keep a line together', '+49\u2011170\u20111234567'],
		['with long dashes', '+49 170\u20131234567'],
		['with marks of direction', '\u202a+49 170\u200e 1234567\u202c'],
	])('has none that is written %s', (_, number) => {
		expect(veil.sentence(`Call ${number}, please`)).toMatch(/^Call \u202a?\+49 ••• ••567\u202c?, please$/);
	});

	it('has none in digits of another script', () => {
		expect(veil.sentence('اتصل ٠١٧٠١٢٣٤٥٦٧')).toBe('اتصل +٠١ ••• ••٥٦٧');
	});

	it.each([
		'It can be sent from 2026-12-31T18:00:00.000Z on.',
		'It failed (131026). 3 others wait.',
		'It went out from +1 555 0100-123.',
	])('keeps times, codes, and numbers of the business: %s', (sentence) => {
		expect(veil.sentence(sentence)).toBe(sentence);
	});
});
