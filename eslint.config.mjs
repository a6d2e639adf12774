import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';

/** What each layer may import from the others (README, Architecture). */
const mayImport = {
	platform: [],
	engine: ['platform'],
	gateway: ['platform'],
	receiver: ['platform', 'engine'],
	sending: ['platform', 'engine', 'gateway'],
	nodes: ['platform', 'engine', 'gateway', 'receiver', 'sending'],
	credentials: ['platform', 'engine', 'gateway', 'receiver', 'sending', 'nodes'],
	sandbox: ['platform'],
};
const layers = Object.keys(mayImport);
const aroundThem = ['cli', 'test', 'bench', 'host', 'scripts'];
const knowsN8n = ['nodes', 'credentials'];

const filesOf = (folders) => folders.map((folder) => `${folder}/**/*.ts`);

const zones = layers.flatMap((layer) =>
	[...layers, ...aroundThem]
		.filter((folder) => folder !== layer && !mayImport[layer].includes(folder))
		.map((from) => ({
			target: `./${layer}`,
			from: `./${from}`,
			message: `${layer}/ may not import ${from}/.`,
		})),
);

export default [
	{ ignores: ['dist/**', 'node_modules/**', 'coverage/**', 'artifacts/**'] },
	...configWithoutCloudSupport,
	{ files: ['**/*.ts'], rules: { 'import-x/no-restricted-paths': ['error', { zones }] } },
	{
		// The bundler makes a function of what stands behind ?? and ?., and a function cannot yield for another.
		files: ['engine/store/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: "LogicalExpression[operator='??'] > YieldExpression.right",
					message: 'Yield before ??: the bundler breaks what yields behind it.',
				},
				{
					selector: 'ChainExpression YieldExpression.arguments',
					message: 'Yield before ?.: the bundler breaks what yields behind it.',
				},
			],
		},
	},
	{
		// The libraries know no n8n, so they throw errors of their own.
		files: filesOf(layers.filter((layer) => !knowsN8n.includes(layer))),
		rules: {
			'@n8n/community-nodes/require-node-api-error': 'off',
			'no-restricted-imports': [
				'error',
				{ patterns: [{ regex: '^n8n-', message: 'Only nodes/ and credentials/ know n8n.' }] },
			],
		},
	},
	{
		// What is not part of the package starts processes and throws what it likes.
		files: filesOf(aroundThem),
		rules: {
			'@n8n/community-nodes/require-node-api-error': 'off',
			'@n8n/community-nodes/no-dangerous-functions': 'off',
		},
	},
];
