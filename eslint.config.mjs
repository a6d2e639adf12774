import { configWithoutCloudSupport } from '@n8n/node-cli/eslint';
import layers from './tools/layers.cjs';

const { KNOWS_N8N, LAYERS } = layers;
const filesOf = (folders) => folders.map((folder) => `${folder}/**/*.ts`);
const ofThePackage = LAYERS.flatMap(({ folders }) => folders).filter(
	(folder) => !['test', 'tools', 'docs', 'workflows', 'cli'].includes(folder),
);

export default [
	{ ignores: ['dist/**', 'node_modules/**', 'coverage/**', 'artifacts/**'] },
	...configWithoutCloudSupport,
	{
		// The bundler makes a function of what stands behind ?? and ?., and a function cannot yield for another.
		files: ['store/**/*.ts'],
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
		// The libraries know nothing about n8n, so they throw errors of their own.
		files: filesOf(ofThePackage.filter((folder) => !KNOWS_N8N.includes(folder))),
		rules: { '@n8n/community-nodes/require-node-api-error': 'off' },
	},
	{
		// What is not part of the package starts processes and throws what it likes.
		files: filesOf(['cli', 'test', 'tools']),
		rules: {
			'@n8n/community-nodes/require-node-api-error': 'off',
			'@n8n/community-nodes/no-dangerous-functions': 'off',
		},
	},
];
