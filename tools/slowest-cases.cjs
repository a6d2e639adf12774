const { relative } = require('node:path');

/** How many cases are printed. */
const SHOWN = 10;

/** Prints the slowest cases after a run of several files, so that they are seen before they are many. */
module.exports = class SlowestCases {
	onRunComplete(_contexts, { testResults }) {
		if (testResults.length < 2) return;
		const cases = testResults.flatMap(({ testFilePath, testResults: ofFile }) =>
			ofFile.map(({ fullName, duration }) => ({ fullName, ms: duration ?? 0, file: testFilePath })),
		);
		const slowest = cases.sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
		const lines = slowest.map(
			({ fullName, ms, file }) =>
				`${(ms / 1_000).toFixed(1).padStart(6)} s  ${relative(process.cwd(), file)}: ${fullName}`,
		);
		process.stderr.write(`\nThe slowest cases:\n${lines.join('\n')}\n`);
	}
};
