import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';
import layers from './tools/layers.cjs';
import neverByChance from './tools/lint/never-by-chance.cjs';
import noLiteralSpread from './tools/lint/no-literal-spread.cjs';

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

/** Calls on what a call returned, such as `z.array(…).min(1)`. */
const CHAIN = "[callee.object.type='CallExpression'] CallExpression[callee.object.name='z']";

/** n8n loads these when it starts. */
const loadedAtStart = published.filter(
	(folder) => !['base', 'sandbox', 'console', 'page', 'cli', 'exports'].includes(folder),
);

/** A schema at the top of a module, other than in `z.lazy(() => …)`. */
const SCHEMA_AT_START = ["[callee.object.name='z'][callee.property.name!='lazy']", CHAIN].map((call) => ({
	selector: `VariableDeclaration[parent.type=/^(Program|ExportNamedDeclaration)$/] > VariableDeclarator > CallExpression.init${call}`,
	message:
		'Make the schema when it is first needed, in z.lazy(() => …): n8n loads this module when it starts.',
}));

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
		files: filesOf(loadedAtStart),
		rules: { 'no-restricted-syntax': ['error', NOW_OF_THE_PROCESS, ...SCHEMA_AT_START] },
	},
	{
		// The libraries know nothing about n8n, so they throw their own errors.
		files: filesOf(published.filter((folder) => !KNOWS_N8N.includes(folder))),
		rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
	},
	{
		// Tests draw the same cases in every run.
		files: ['test/**/*.ts'],
		ignores: ['test/support/properties.ts'],
		rules: {
			'no-restricted-imports': [
				'error',
				{ name: 'fast-check', message: 'Import it from test/support/properties.ts, which fixes its seed.' },
			],
		},
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
		// Naming fields beside a rest is how they are left out.
		files: ['**/*.ts', '**/*.tsx'],
		rules: { '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }] },
	},
	neverByChance,
	noLiteralSpread,
];
