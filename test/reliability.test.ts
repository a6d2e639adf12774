import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reliabilityPage, readResults } from '../tools/docs/reliability';
import type { ReliabilityResult } from '../tools/docs/reliability-result';
import { ROOT } from '../tools/sources';
import { scripts } from '../package.json';

const RESULT: ReliabilityResult = {
	id: 'one',
	group: 'faults',
	promise: 'Nothing is lost.',
	suite: 'test/faults/',
	command: 'npm run test:faults',
	rounds: 20,
	of: 'kills',
	tried: '100 events',
	lost: 3,
	twice: 4,
	figures: { unconfirmed: 5 },
};

it('the page has a row for each result with everything that it counted, under its group', () => {
	const page = reliabilityPage([RESULT, { ...RESULT, id: 'two', group: 'soak' }]);
	const row =
		'| Nothing is lost. | `test/faults/` | 20 kills | 100 events | 3 | 4 | unconfirmed: 5 | `npm run test:faults` |';
	expect(page.split('\n').filter((line) => line === row)).toHaveLength(2);
	expect(page.match(/^## .*/gm)).toEqual(['## Faults', '## Soak']);
});

describe.each(readResults().map((result): [string, ReliabilityResult] => [result.id, result]))(
	'the result %s',
	(_, result) => {
		it('names a suite and a command that exist', () => {
			expect(existsSync(join(ROOT, result.suite))).toBe(true);
			const [, script] = /^npm run ([\w:]+)/.exec(result.command) ?? [];
			expect(Object.keys(scripts)).toContain(script);
		});

		it('has no date, and no place of a machine', () => {
			expect(JSON.stringify(result)).not.toMatch(/\b20\d\d-\d\d|\/(tmp|home|root|work)\//);
		});

		it('kept its promise', () => {
			expect(result).toMatchObject({ lost: 0, twice: 0 });
		});
	},
);
