import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';
import layers from './tools/layers.cjs';

const { KNOWS_N8N, LAYERS, UNPUBLISHED } = layers;
const filesOf = (folders) => folders.map((folder) => `${folder}/**/*.ts`);
const published = LAYERS.flatMap(({ folders }) => folders).filter((folder) => !UNPUBLISHED.includes(folder));

export default [
	{ ignores: ['dist/**', 'node_modules/**', 'coverage/**', 'artifacts/**'] },
	...configWithoutCloudSupport,
	{
		// The bundler turns what follows ?? and ?. into a function, which cannot yield on behalf of another.
		files: ['store/**/*.ts'],
		rules: {
			'no-restricted-syntax': [
				'error',
				{
					selector: "LogicalExpression[operator='??'] > YieldExpression.right",
					message: 'Yield before ??: the bundler breaks a yield after it.',
				},
				{
					selector: 'ChainExpression YieldExpression.arguments',
					message: 'Yield before ?.: the bundler breaks a yield after it.',
				},
			],
		},
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
];
