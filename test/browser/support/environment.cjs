const { TestEnvironment } = require('jest-environment-node');

/** Says what the open pages show when a case fails: an element that is missing doesn't tell what is there instead. */
module.exports = class BrowserEnvironment extends TestEnvironment {
	async setup() {
		await super.setup();
		this.global.tellOfFailure = [];
	}

	async handleTestEvent({ name, test }) {
		if (name !== 'test_fn_failure') return;
		for (const tell of this.global.tellOfFailure) {
			const said = await tell().catch((error) => `The pages can't be read: ${error.message}`);
			process.stderr.write(`When "${test.name}" failed, ${said}\n`);
		}
	}
};
