import { Linter } from 'eslint';
import neverByChance from '../tools/lint/never-by-chance.cjs';

/** What the check says about a test with this text. */
function found(text: string, file = 'test/some.test.ts'): string[] {
	return new Linter().verify(text, [neverByChance], file).map(({ message }) => message);
}

describe('a test is told if it', () => {
	it.each([
		['sleeps', 'await new Promise((resolve) => setTimeout(resolve, 5));'],
		['sleeps with the promise of a timer', "import { setTimeout as wait } from 'node:timers/promises';"],
		['sleeps with the helper of base/', "import { sleep } from '../../base';"],
		['sleeps with a timer of the system’s runtime', 'systemRuntime.after(5, () => {});'],
		['sleeps on a page', 'await page.waitForTimeout(100);'],
		['measures a duration', 'const took = Date.now() - began;'],
		['asserts on a duration', 'expect(Date.now() - began).toBeLessThan(100);'],
		['reads a stopwatch', 'performance.now();'],
		['draws without a seed', 'Math.random();'],
		['reads what a process printed at once', "expect(command.printed.stderr).toBe('');"],
		['reads a page at once', "expect(await page.getByRole('status').textContent()).toBe('Sent');"],
	])('%s', (_, text) => {
		expect(found(text)).toEqual([expect.any(String)]);
	});
});

describe('a test may', () => {
	it.each([
		['wait for the thing itself', 'await until(() => server.requests.length > 0);'],
		['step a clock', 'await clock.pass(5_000);'],
		['say what time it is', 'parse({ at: Date.now(), since: Date.now() - 9 * DAY });'],
		[
			'read what a process printed once it has ended',
			"async () => { await command.ended; expect(command.printed.stderr).toBe(''); };",
		],
		['wait for what a process prints', 'await until(() => command.printed.stdout.length > 0);'],
		['wait for a page', "await page.getByRole('status', { name: 'Sent' }).waitFor();"],
	])('%s', (_, text) => {
		expect(found(text)).toEqual([]);
	});

	it('sleep if the table names its file', () => {
		expect(found('setTimeout(act, 5);', 'test/support/until.ts')).toEqual([
			expect.stringContaining('No matching configuration'),
		]);
	});
});
