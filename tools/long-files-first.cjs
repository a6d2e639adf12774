const { relative, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Short files whose cases take long: the last to run, they would run alone. */
const LONG = [
	'test/simulation/on-postgres.test.ts',
	'test/receiver/hostile-connections.test.ts',
	'test/package.test.ts',
	'test/sending/caps-of-workers.test.ts',
	'test/simulation/plants.test.ts',
	'test/simulation/simulation.test.ts',
];

const nameOf = ({ path, context }) => relative(context.config.rootDir, path).split(sep).join('/');

/** Jest's own order is by size on a machine where nothing ran yet, such as in CI: long files come first there, too. */
module.exports = class LongFilesFirst extends Sequencer {
	sort(tests) {
		const isLong = (test) => LONG.includes(nameOf(test));
		const sorted = super.sort(tests);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
module.exports.LONG = LONG;
