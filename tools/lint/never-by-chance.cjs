// What ESLint forbids in tests, because it makes one red by chance.

/** What waits for a process to print something, or to end. */
const WAITS = /\bawait\b[^;]*(\.ended\b|\.says\(|\.complains\(|\.kill\(|\bstop\()/;

const isPrinted = (node) =>
	node.type === 'MemberExpression' ? node.property.name === 'printed' : node.name === 'printed';
const isFunction = ({ type }) => /^(Arrow)?Function/.test(type);
const isUntil = (node) => node.type === 'CallExpression' && node.callee.name === 'until';

/** Output that is read before the process ended, or said what the test waits for, is there on some machines only. */
const waitForOutput = {
	meta: {
		type: 'problem',
		docs: { description: 'Read what a process printed only after waiting for it' },
		messages: {
			early: 'Wait before you read what a process printed: for its end, or with says() or complains().',
		},
		schema: [],
	},
	create: (context) => ({
		MemberExpression(node) {
			if (!['stdout', 'stderr'].includes(node.property.name) || !isPrinted(node.object)) return;
			const around = context.sourceCode.getAncestors(node);
			const text = context.sourceCode.getText();
			const waits = ({ range: [start] }) => WAITS.test(text.slice(start, node.range[0]));
			if (around.some(isUntil) || around.filter(isFunction).some(waits)) return;
			context.report({ node, messageId: 'early' });
		},
	}),
};

const WAIT_FOR_THE_THING =
	'A test that waits for so long is red by chance. Step a clock (test/support/test-clock.ts), or wait for the thing itself (test/support/until.ts).';
const ANOTHER_TIME =
	'How long something takes differs by machine. Count steps, or let a test clock say what passed.';

const FORBIDDEN = {
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
	// The helpers themselves: one looks again, one waits less, one holds back timers of a length.
	'test/support/until.ts',
	'test/support/impatient-runtime.ts',
	'test/sandbox/support/held-runtime.ts',
	// They test the timers, or run on virtual time.
	'test/base/**',
	'test/simulation/**',
	// They break things under load, at real random moments and for hours: real time is the point.
	'test/faults/**',
	// It hangs up on a side that waits for more, so that hostile input comes to an end.
	'test/fuzz/support/hostile-http.ts',
	// Its gateway trickles.
	'test/gateway/bounds.test.ts',
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

/** @type {import('eslint').Linter.Config} */
module.exports = {
	files: ['test/**/*.ts'],
	ignores: WAITING_FOR_A_REASON,
	plugins: { tests: { rules: { 'wait-for-output': waitForOutput } } },
	rules: {
		'no-restricted-globals': ['error', ...FORBIDDEN.globals],
		'no-restricted-properties': ['error', ...FORBIDDEN.properties],
		'no-restricted-imports': ['error', FORBIDDEN.imports],
		'no-restricted-syntax': ['error', ...FORBIDDEN.syntax],
		'tests/wait-for-output': 'error',
	},
};
