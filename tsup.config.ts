import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { transform } from 'sucrase';
import type { Options } from 'tsup';
import { defineConfig } from 'tsup';
import { documentUrl } from './nodes/shared/document-url';
import { commit } from './tools/commit';
import { bundledPackages, mergedOutputs, type Metafile } from './tools/licenses/bundled-packages';
import { NOTICES, writeNotices } from './tools/licenses/notices';

const subpaths = ['console', 'engine', 'gateway', 'receiver', 'sandbox', 'sending', 'store'];
const nodes = [
	'BusinessMessaging',
	'BusinessMessagingCampaign',
	'BusinessMessagingInbox',
	'BusinessMessagingInboxTrigger',
	'BusinessMessagingRules',
	'BusinessMessagingTrigger',
];
const libraryEntries = Object.fromEntries(subpaths.map((name) => [`${name}/index`, `exports/${name}.ts`]));

/** The version that a new node has, as its source says. */
function newestVersion(node: string): string | undefined {
	const source = readFileSync(`nodes/${node}/${node}.node.ts`, 'utf8');
	return /^\t\tdefaultVersion: ([\d.]+),$/m.exec(source)?.[1];
}

/** Icons, codex files, and output schemas are next to their nodes. Codex files name documents as `repository:<path>`. */
function copyNodeFiles(): void {
	for (const file of globSync('nodes/**/*.svg')) cpSync(file, join('dist', file));
	for (const file of globSync('nodes/**/__schema__/**/*.json')) {
		const schema = join('dist', file);
		mkdirSync(dirname(schema), { recursive: true });
		writeFileSync(schema, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
	}
	// n8n looks for the schemas of exactly the node's version: those that new nodes have are copied.
	for (const schemas of globSync('dist/nodes/*/__schema__')) {
		const version = newestVersion(basename(dirname(schemas)));
		if (version) cpSync(`${schemas}/v1.0.0`, `${schemas}/v${version}.0`, { recursive: true });
	}
	for (const file of globSync('nodes/**/*.node.json')) {
		const codex = readFileSync(file, 'utf8');
		const named = codex.replace(/"repository:([^"]*)"/g, (_, path: string) =>
			JSON.stringify(documentUrl(path)),
		);
		writeFileSync(join('dist', file), named);
	}
}

/** What the build doesn't make of a page: its frame, which all pages share, and its icon. */
function writePageFiles(into: string, { title, folder }: { title: string; folder: string }): void {
	const frame = readFileSync('page/index.html', 'utf8');
	writeFileSync(`${into}/index.html`, frame.replace('TITLE', title).replaceAll('FOLDER', folder));
	cpSync('page/icon.svg', `${into}/icon.svg`);
}

/** What each build bundled. Each page has a build of its own. */
const metafiles: Metafile[] = [];

/** The licenses of what esbuild really bundled. */
const licenseNotices: NonNullable<Options['esbuildPlugins']>[number] = {
	name: 'license-notices',
	setup(build) {
		build.onEnd(({ metafile }) => {
			if (!metafile) return;
			metafiles.push(metafile);
			mkdirSync('dist', { recursive: true });
			writeFileSync(join('dist', NOTICES), writeNotices(bundledPackages(mergedOutputs(metafiles))));
		});
	},
};

/**
 * The large tables that libraries bring along: all media types (axios), which esbuild spreads over many lines, and the
 * phone numbers of all countries, which JSON reads several times as fast as JavaScript.
 */
const compactTables: NonNullable<Options['esbuildPlugins']>[number] = {
	name: 'compact-tables',
	setup(build) {
		build.onLoad({ filter: /mime-db[\\/]db\.json$/ }, ({ path }) => {
			// Types are only ever looked up by the extension of a file.
			const types = Object.entries(
				JSON.parse(readFileSync(path, 'utf8')) as Record<string, { extensions?: unknown }>,
			);
			const text = JSON.stringify(
				Object.fromEntries(types.filter(([, { extensions }]) => extensions !== undefined)),
			);
			return { contents: `module.exports = JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
		});
		build.onLoad({ filter: /libphonenumber-js[\\/]metadata\.min\.json\.js$/ }, ({ path }) => {
			const text = readFileSync(path.replace(/\.js$/, ''), 'utf8');
			return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
		});
	},
};

/**
 * Takes unneeded space from a chunk. Names and lines of a moderate length stay, for stack traces, and so do the comments
 * that say which file the code below comes from. In libraries, names of what is inside of functions are shortened.
 */
const withoutSpace = (code: string): string =>
	code
		.split(/^(?=\/\/ \S+$)/m)
		.map((part) => {
			const [origin = ''] = /^\/\/ \S+\n/.exec(part) ?? [];
			const { code: compact } = transformSync(part.slice(origin.length), {
				minifyWhitespace: true,
				minifySyntax: true,
				minifyIdentifiers: origin.startsWith('// node_modules/'),
				lineLimit: 160,
				target: 'node22',
			});
			return origin + compact;
		})
		.join('');

/**
 * Makes CommonJS of chunks as tsup does, but leaves `?.` and `??` as they are. tsup makes calls of helpers of each, which
 * takes time and space, and breaks a `yield` in them.
 */
const asCommonJs: NonNullable<Options['plugins']>[number] = {
	name: 'as-commonjs',
	renderChunk(code, { path }) {
		if (!path.endsWith('.js')) return undefined;
		const { code: commonJs } = transform(code, { transforms: ['imports'], disableESTransforms: true });
		return { code: withoutSpace(commonJs) };
	},
};

const libraries: Options = {
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
	splitting: false,
	esbuildOptions(options) {
		options.format = 'esm';
		options.splitting = true;
	},
	plugins: [asCommonJs],
	clean: ['!simulator/**', '!console-page/**'],
	// n8n doesn't install the dependencies of a community package, so everything but n8n's own library is bundled.
	noExternal: [/^(?!n8n-workflow$|pg-native$)/],
	// node:sqlite only exists under its prefixed name.
	removeNodeProtocol: false,
	loader: { '.sql': 'text' },
	define: { BUILD_COMMIT: JSON.stringify(commit()) },
	esbuildPlugins: [licenseNotices, compactTables],
	onSuccess: async () => copyNodeFiles(),
};

/** A page, for browsers. `folder`: of the layer that serves it, and of its address. */
const pageOf = (page: { folder: string; title: string }, outDir: string): Options => ({
	entry: { page: `${page.folder}/page/main.tsx` },
	outDir,
	format: ['esm'],
	outExtension: () => ({ js: '.js' }),
	target: 'es2022',
	platform: 'browser',
	noExternal: [/.*/],
	clean: true,
	esbuildPlugins: [licenseNotices],
	minify: true,
	// Elements are made by calls of `h`, which are shorter than those of `jsx`.
	tsconfig: 'page/tsconfig.build.json',
	inject: ['page/jsx.ts'],
	onSuccess: async () => writePageFiles(outDir, page),
});

/** Only for the subpaths of the package: `tsup --dts-only`. What is marked `@internal` isn't in them. */
const declarations: Options = {
	entry: libraryEntries,
	format: ['cjs'],
	noExternal: libraries.noExternal,
};

export default defineConfig(({ dts }) =>
	dts
		? declarations
		: [
				libraries,
				pageOf({ folder: 'sandbox', title: 'Play a customer' }, 'dist/simulator'),
				pageOf({ folder: 'console', title: 'Business Messaging console' }, 'dist/console-page'),
			],
);
