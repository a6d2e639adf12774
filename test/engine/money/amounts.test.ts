import { asUnits, readAmount, writeAmount } from '../../../engine';

describe('an amount', () => {
	it.each([
		['0.0118', 11_800],
		['0,0118', 11_800],
		['.5', 500_000],
		['12', 12_000_000],
		['1,234.50', 1_234_500_000],
		['IDR 1,200,000,000.00', 1_200_000_000_000_000],
		[9_007_199_254, 9_007_199_254_000_000],
		['1.234,50', 1_234_500_000],
		['USD 0.0250', 25_000],
		['$0.0250', 25_000],
		['0.05 €', 50_000],
		['0.000001', 1],
		['0.1000000000', 100_000],
		['-0.01', -10_000],
		[0.1 + 0.2, 300_000],
		[1e-6, 1],
		[0, 0],
	])('%p is read as %p millionths', (given, millionths) => {
		expect(readAmount(given)).toBe(millionths);
	});

	it.each([
		['0.0000001'],
		['1,234'],
		['abc'],
		[''],
		['1.2.3'],
		['1e5'],
		['9007199255'],
		[NaN],
		[Infinity],
		[0.0000001],
		[null],
	])('%p is refused', (given) => {
		expect(readAmount(given)).toBeUndefined();
	});

	it.each([
		[11_800, '0.0118'],
		[18_200_000, '18.20'],
		[1, '0.000001'],
		[0, '0.00'],
		[-500_000, '-0.50'],
	])('of %p millionths is written as %p', (millionths, text) => {
		expect(writeAmount(millionths)).toBe(text);
		expect(asUnits(millionths)).toBe(Number(text));
	});
});
