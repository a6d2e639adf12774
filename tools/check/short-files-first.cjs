const { default: Sequencer } = require('@jest/test-sequencer');

/** Files that failed come first, and then those that took the shortest: as many as can end within the time. */
module.exports = class ShortFilesFirst extends Sequencer {
	sort(tests) {
		const sorted = super.sort(tests);
		const hasFailed = (test) => this.hasFailed(test);
		return [...sorted.filter(hasFailed), ...sorted.filter((test) => !hasFailed(test)).reverse()];
	}
};
