import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';
import layers from './tools/layers.cjs';
import { waitForOutput } from './tools/lint/wait-for-output.mjs';

const { KNOWS_N8N, LAYERS, UNPUBLISHED } = layers;
const filesOf = (folders) => folders.map((folder) => `${folder}/**/*.ts`);
const published = LAYERS.flatMap(({ folders }) => folders).filter((folder) => !UNPUBLISHED.includes(folder));

/** base/ has the system's runtime, and the sandbox a clock of its own, which can be set. */
const OWN_TIME = ['base', 'sandbox'];

const FROM_THE_RUNTIME =
	'Take time, timers, randomness, and ids from the runtime of base/, so that a simulation can bring its own.';

/** Each global that reads the clock, sets a timer, or makes something up. */
const restrictedGlobals = ['setTimeout', 'setInterval', 'setImmediate', 'performance', 'crypto'].map(
	(name) => ({
		name,
		message: FROM_THE_RUNTIME,
	}),
);

const restrictedProperties = [
	['Date', 'now'],
	['Math', 'random'],
	...['setTimeout', 'setInterval', 'setImmediate', 'performance', 'crypto'].map((name) => [
		'globalThis',
		name,
	]),
].map(([object, property]) => ({ object, property, message: FROM_THE_RUNTIME }));

const restrictedImports = {
	paths: [...['timers', 'timers/promises', 'perf_hooks'].flatMap((name) => [name, `node:${name}`])].map(
		(name) => ({ name, message: FROM_THE_RUNTIME }),
	),
	patterns: [
		{
			regex: '^(node:)?crypto$',
			importNamePattern: '^(random|getRandomValues|webcrypto)',
			message: FROM_THE_RUNTIME,
		},
	],
};

const NOW_OF_THE_PROCESS = {
	selector: "NewExpression[callee.name='Date'][arguments.length=0]",
	message: FROM_THE_RUNTIME,
};

const YIELD_BEFORE = [
	{
		selector: "LogicalExpression[operator='??'] > YieldExpression.right",
		message: 'Yield before ??: the bundler breaks a yield after it.',
	},
	{
		selector: 'ChainExpression YieldExpression.arguments',
		message: 'Yield before ?.: the bundler breaks a yield after it.',
	},
];

const WAIT_FOR_THE_THING =
	'A test that waits for so long is red by chance. Step a clock (test/support/test-clock.ts), or wait for the thing itself (test/support/until.ts).';
const ANOTHER_TIME =
	'How long something takes differs by machine. Count steps, or let a test clock say what passed.';

const sleepsInTests = {
	globals: ['setTimeout', 'setInterval'].map((name) => ({ name, message: WAIT_FOR_THE_THING })),
	properties: [
		...['setTimeout', 'setInterval'].map((property) => ['globalThis', property, WAIT_FOR_THE_THING]),
		['systemRuntime', 'after', WAIT_FOR_THE_THING],
		['performance', 'now', ANOTHER_TIME],
		['process', 'hrtime', ANOTHER_TIME],
		['Math', 'random', 'Take random values from a seed (test/support/seeded-random.ts), or count.'],
	].map(([object, property, message]) => ({ object, property, message })),
	imports: {
		paths: ['timers', 'timers/promises', 'perf_hooks']
			.flatMap((name) => [name, `node:${name}`])
			.map((name) => ({ name, message: WAIT_FOR_THE_THING })),
		patterns: [{ regex: '/base$', importNamePattern: '^sleep$', message: WAIT_FOR_THE_THING }],
	},
	syntax: [
		{ selector: "CallExpression[callee.property.name='waitForTimeout']", message: WAIT_FOR_THE_THING },
		{
			selector:
				":matches(VariableDeclarator, CallExpression[callee.name='expect']) > BinaryExpression[operator='-'][left.callee.object.name=/^(Date|performance)$/][left.callee.property.name='now']",
			message: ANOTHER_TIME,
		},
		{
			selector:
				"CallExpression[callee.name='expect'] AwaitExpression > CallExpression[callee.property.name=/^(textContent|allTextContents|innerText|allInnerTexts|innerHTML|inputValue|isVisible|isHidden|isEnabled|isDisabled|isChecked)$/]",
			message:
				'A page shows things a moment later. Wait for what it is to show (locator.waitFor, page.waitForFunction).',
		},
	],
};

/** Files that may do what tests may not, and why. The list may only get shorter. */
const WAITING_FOR_A_REASON = [
	// The helpers themselves: one looks again, the other holds back timers of a length.
	'test/support/until.ts',
	'test/sandbox/support/held-runtime.ts',
	// They test the timers, or run on virtual time.
	'test/base/**',
	'test/simulation/**',
	// They break things under load, at real random moments and for hours: real time is the point.
	'test/faults/**',
	// It hangs up on a side that waits for more, so that hostile input comes to an end.
	'test/fuzz/support/hostile-http.ts',
	// Their gateways trickle or fail, and who waits for them waits less: half a second, or nothing.
	'test/gateway/{answers,bounds}.test.ts',
	// What a process prints comes from here.
	'test/support/command-line.ts',
	// It starts Postgres, whose readiness and end only a look tells.
	'test/support/postgres/start-postgres.ts',
	// Its clock is the process's own, hours ahead.
	'test/store/clock.test.ts',
	// It asks how long the editor has to wait while a campaign is planned.
	'test/n8n/campaign.test.ts',
	// They read fields and regions of pages at once.
	'test/browser/{screenshots,simulator.test,simulator-for-everyone.test,editor.test,first-publish.test}.ts',
];

/** The page of the sandbox is written in .tsx files. */
const forComponentsToo = (configs) =>
	configs.map((config) =>
		config.files?.includes('**/*.ts') ? { ...config, files: [...config.files, '**/*.tsx'] } : config,
	);

export default [
	{ ignores: ['dist/**', 'node_modules/**', 'coverage/**', 'artifacts/**'] },
	...forComponentsToo(configWithoutCloudSupport),
	{
		// Two runs that are given the same must do the same.
		files: filesOf(published.filter((folder) => !OWN_TIME.includes(folder))),
		rules: {
			'no-restricted-globals': ['error', ...restrictedGlobals],
			'no-restricted-properties': ['error', ...restrictedProperties],
			'no-restricted-imports': ['error', restrictedImports],
			'no-restricted-syntax': ['error', NOW_OF_THE_PROCESS],
		},
	},
	{
		// The bundler turns what follows ?? and ?. into a function, which cannot yield on behalf of another.
		files: ['store/**/*.ts'],
		rules: { 'no-restricted-syntax': ['error', NOW_OF_THE_PROCESS, ...YIELD_BEFORE] },
	},
	{
		// The libraries know nothing about n8n, so they throw their own errors.
		files: filesOf(published.filter((folder) => !KNOWS_N8N.includes(folder))),
		rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
	},
	{
		// The command line, the tests, and the tools may start processes and throw any error.
		files: filesOf(['cli', ...UNPUBLISHED]),
		rules: {
			'@n8n/community-nodes/require-node-api-error': 'off',
			'@n8n/community-nodes/no-dangerous-functions': 'off',
		},
	},
	{
		files: ['test/**/*.ts'],
		ignores: WAITING_FOR_A_REASON,
		plugins: { tests: { rules: { 'wait-for-output': waitForOutput } } },
		rules: {
			'no-restricted-globals': ['error', ...sleepsInTests.globals],
			'no-restricted-properties': ['error', ...sleepsInTests.properties],
			'no-restricted-imports': ['error', sleepsInTests.imports],
			'no-restricted-syntax': ['error', ...sleepsInTests.syntax],
			'tests/wait-for-output': 'error',
		},
	},
];
