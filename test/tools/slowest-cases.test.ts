import { join } from 'node:path';
import SlowestCases from '../../tools/slowest-cases.cjs';

const ranIn = (file: string, ...durations: Array<number | null>) => ({
	testFilePath: join(process.cwd(), file),
	testResults: durations.map((duration) => ({ fullName: `takes ${duration}`, duration })),
});

function printedAfter(...testResults: Array<ReturnType<typeof ranIn>>): string {
	const printed = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
	try {
		new SlowestCases().onRunComplete(new Set(), { testResults });
		return printed.mock.calls.map(([text]) => text).join('');
	} finally {
		printed.mockRestore();
	}
}

it('a run prints its ten slowest cases, the slowest first, with their files', () => {
	const lines = printedAfter(
		ranIn('test/one.test.ts', 1, 2_000, null, 12_345),
		ranIn('test/two.test.ts', 3, 4, 5, 6, 7, 8, 9, 10),
	)
		.trim()
		.split('\n');
	expect(lines.slice(0, 3)).toEqual([
		'The slowest cases:',
		'  12.3 s  test/one.test.ts: takes 12345',
		'   2.0 s  test/one.test.ts: takes 2000',
	]);
	expect(lines).toHaveLength(11);
	expect(lines.at(-1)).toContain('takes 3');
});

it('a run of one file, whose cases are all listed, prints nothing more', () => {
	expect(printedAfter(ranIn('test/one.test.ts', 1))).toBe('');
});
