import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'tsup';

const subpaths = ['engine', 'gateway', 'receiver', 'sandbox', 'sending', 'store'];
const nodes = [
	'BusinessMessaging',
	'BusinessMessagingCampaign',
	'BusinessMessagingInbox',
	'BusinessMessagingInboxTrigger',
	'BusinessMessagingRules',
	'BusinessMessagingTrigger',
];
const libraryEntries = Object.fromEntries(subpaths.map((name) => [`${name}/index`, `exports/${name}.ts`]));

/** Icons, codex files, and output schemas are next to their nodes. */
function copyNodeFiles(): void {
	const files = globSync(['nodes/**/*.{svg,node.json}', 'nodes/**/__schema__/**/*.json']);
	for (const file of files) cpSync(file, join('dist', file));
}

export default defineConfig({
	entry: {
		...libraryEntries,
		'cli/main': 'cli/main.ts',
		'credentials/BusinessMessagingApi.credentials': 'credentials/BusinessMessagingApi.credentials.ts',
		...Object.fromEntries(
			nodes.map((name) => [`nodes/${name}/${name}.node`, `nodes/${name}/${name}.node.ts`]),
		),
	},
	format: ['cjs'],
	target: 'node22',
	platform: 'node',
	// All nodes of a process share one store and one connection pool, so they have to share their chunks.
	splitting: true,
	clean: true,
	dts: { entry: libraryEntries },
	// n8n doesn't install the dependencies of a community package, so everything but n8n's own library is bundled.
	noExternal: [/^(?!n8n-workflow$|pg-native$)/],
	// node:sqlite only exists under its prefixed name.
	removeNodeProtocol: false,
	loader: { '.sql': 'text' },
	onSuccess: async () => copyNodeFiles(),
});
