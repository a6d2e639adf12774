const shared = {
	testEnvironment: 'node',
	transform: {
		'^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
		'\\.sql$': '<rootDir>/tools/sql-as-text.cjs',
	},
	moduleNameMapper: { '^n8n-workflow$': '<rootDir>/test/support/n8n-workflow.cjs' },
	testPathIgnorePatterns: ['/node_modules/', '/dist/'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/tools/n8n/'],
	globalSetup: '<rootDir>/test/support/postgres/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/postgres/global-teardown.ts',
};

// Tests that borrow n8n and the browser.
const borrowing = {
	...shared,
	globalSetup: '<rootDir>/test/support/n8n/global-setup.ts',
	globalTeardown: '<rootDir>/test/support/n8n/global-teardown.ts',
};

/** @type {import('jest').Config} */
module.exports = {
	// Nothing is judged by time: a test that takes so long hangs.
	testTimeout: 600_000,
	// Most tests wait for processes and databases, so every core can run some.
	maxWorkers: '100%',
	// On a busy machine, a worker whose tests have closed everything still takes a moment to end. ms
	workerGracefulExitTimeout: 10_000,
	testSequencer: '<rootDir>/tools/long-files-first.cjs',
	reporters: ['default', '<rootDir>/tools/slowest-cases.cjs'],
	projects: [
		{
			...shared,
			displayName: 'library',
			testEnvironment: '<rootDir>/test/support/environment.cjs',
			moduleNameMapper: { ...shared.moduleNameMapper, '^pg$': '<rootDir>/test/support/postgres/pg.cjs' },
			testMatch: ['<rootDir>/test/**/*.test.ts'],
			testPathIgnorePatterns: [
				...shared.testPathIgnorePatterns,
				'<rootDir>/test/n8n/',
				'<rootDir>/test/browser/',
				'<rootDir>/test/faults/',
				'<rootDir>/test/fuzz/',
			],
		},
		{ ...shared, displayName: 'fuzz', testMatch: ['<rootDir>/test/fuzz/**/*.test.ts'] },
		{ ...shared, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.test.ts'] },
		{ ...borrowing, displayName: 'n8n', testMatch: ['<rootDir>/test/n8n/**/*.test.ts'] },
		{
			...borrowing,
			displayName: 'browser',
			testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
			testEnvironment: '<rootDir>/test/browser/support/environment.cjs',
		},
	],
};
