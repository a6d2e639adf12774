import { execFile, execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NOTICES, packagesIn } from '../tools/licenses/notices';
import { ROOT } from '../tools/sources';
import { buildDeclarations } from './support/declarations';

/** Evaluates code in a program that depends on the built package. */
function inTheBuiltPackage(code: string): unknown {
	return JSON.parse(
		execFileSync(process.execPath, ['-p', `JSON.stringify(${code})`], { cwd: ROOT, encoding: 'utf8' }),
	);
}

const exportsOf = (layer: string) =>
	inTheBuiltPackage(`Object.keys(require('n8n-nodes-business-messaging/${layer}'))`) as string[];

it.each([
	[
		'engine',
		[
			'createEngine',
			'definePolicy',
			'lintPolicy',
			'openStore',
			'parseWebhook',
			'policies',
			'signPayload',
			'validateTemplate',
			'verifySignature',
		],
	],
	['console', ['startConsole']],
	['gateway', ['createGatewayClient', 'GatewayError']],
	['receiver', ['receiveDelivery', 'registerWebhook', 'unregisterWebhook']],
	['sending', ['createSender']],
	['sandbox', ['startSandbox']],
	['store', ['openStore']],
])('the subpath %s exports its public names', (layer, names) => {
	expect(exportsOf(layer)).toEqual(expect.arrayContaining(names));
});

it('every node and credential that package.json names loads and describes itself', () => {
	const described = inTheBuiltPackage(`(() => {
		const { n8n } = require('./package.json');
		return [...n8n.nodes, ...n8n.credentials].map((file) => {
			const [Type] = Object.values(require('./' + file));
			const type = new Type();
			return type.description?.name ?? type.name;
		});
	})()`);
	expect(described).toEqual([
		'businessMessaging',
		'businessMessagingTrigger',
		'businessMessagingInboxTrigger',
		'businessMessagingInbox',
		'businessMessagingRules',
		'businessMessagingCampaign',
		'businessMessagingApi',
	]);
});

// Once for all cases: npm takes a second for each list.
beforeAll(buildDeclarations);
let listed: ReturnType<typeof pack> | undefined;
const packed = () => (listed ??= pack());

/** What npm would publish. */
function pack() {
	const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const [list] = JSON.parse(listing) as [{ unpackedSize: number; files: Array<{ path: string }> }];
	return { unpackedSize: list.unpackedSize, paths: list.files.map(({ path }) => path) };
}

it.each([
	['sandbox', 'simulator'],
	['console', 'console-page'],
])('the package has the page of the %s, built, in less than 100 kB', (_, folder) => {
	const sizes = ['index.html', 'page.js', 'page.css', 'icon.svg'].map(
		(file) => readFileSync(join(ROOT, 'dist', folder, file)).length,
	);
	expect(Math.min(...sizes)).toBeGreaterThan(0);
	expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(100_000);
});

it.each(['simulator', 'console-page'])(
	'the page in %s imports nothing, which no browser could load',
	(folder) => {
		const script = readFileSync(join(ROOT, 'dist', folder, 'page.js'), 'utf8');
		expect(script.match(/\bimport ?[\w{*"'].{0,60}/g)).toBeNull();
	},
);

it('the package has the declarations of every subpath', () => {
	const { exports } = inTheBuiltPackage(`require('./package.json')`) as {
		exports: Record<string, { types?: string }>;
	};
	const types = Object.values(exports).flatMap(({ types }) => (types ? [types.slice('./'.length)] : []));
	expect([...new Set(types)]).toHaveLength(7);
	expect(packed().paths).toEqual(expect.arrayContaining(types));
});

it('the package has no dependencies, which n8n would not install, and stays below 3.5 MB', () => {
	const { dependencies } = inTheBuiltPackage(`require('./package.json')`) as { dependencies?: object };
	expect(dependencies).toBeUndefined();
	expect(packed().unpackedSize).toBeLessThan(3_500_000);
});

it('the package has the build, the example workflows, and the papers: no sources, tests, documents, or pictures', () => {
	const { paths } = packed();
	const own = /^(dist\/|workflows\/[\w-]+\.(json|csv)$)/;
	const papers = paths.filter((path) => !own.test(path));
	expect(papers.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
	const needed =
		/(\.js|\.d\.ts|\.json|\.csv|\.md|^LICENSE|\/THIRD_PARTY_LICENSES\.txt|\/nodes\/shared\/[\w.-]+\.svg|\/(simulator|console-page)\/[\w.-]+\.(html|css|svg))$/;
	expect(paths.filter((path) => !needed.test(path))).toEqual([]);
	expect(paths.filter((path) => /(^|\/)(test|tools|docs)\/|\.test\./.test(path))).toEqual([]);
	const { n8n } = inTheBuiltPackage(`require('./package.json')`) as { n8n: Record<string, string[]> };
	expect(paths).toEqual(expect.arrayContaining([...n8n.nodes!, ...n8n.credentials!]));
});

describe('the notices of licenses', () => {
	const notices = () => packagesIn(readFileSync(join(ROOT, 'dist', NOTICES), 'utf8'));

	it('are in the package', () => {
		expect(packed().paths).toContain(`dist/${NOTICES}`);
	});

	it('name every package that the bundle contains code of, and no other', () => {
		// The bundler writes the path of each file above its code.
		const bundled = globSync('dist/**/*.js', { cwd: ROOT }).flatMap((file) => {
			const paths = readFileSync(join(ROOT, file), 'utf8').matchAll(
				/(?:^\/\/ |")node_modules\/(?:[^"\n]*\/node_modules\/)?((?:@[^/]+\/)?[^/"]+)/gm,
			);
			return [...paths].map(([, name]) => name!);
		});
		// The pages are minified, so their sources tell what they contain.
		const ofThePage = globSync('{page,sandbox/page,console/page}/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
			[...readFileSync(join(ROOT, file), 'utf8').matchAll(/ from '([^.'/][^'/]*)/g)].map(([, name]) => name!),
		);
		expect([bundled.length > 0, ofThePage.length > 0]).toEqual([true, true]);
		expect(new Set(notices().map(({ name }) => name))).toEqual(new Set([...bundled, ...ofThePage]));
	});

	it('name the installed versions, and only licenses that allow bundling', () => {
		for (const { name, version, license } of notices()) {
			expect(['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0']).toContain(license);
			expect(version).toMatch(/^\d+\.\d+\.\d+/);
			expect(name).not.toBe('');
		}
	});
});

describe('npm run audit', () => {
	/** Asks a registry that answers like this; what it was asked, and how the audit ended. */
	async function audit(answer: (body: Record<string, string[]>) => [status: number, body: object]) {
		let asked: Record<string, string[]> = {};
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				if (request.method !== 'POST') return response.writeHead(404).end('{}');
				const body = Buffer.concat(chunks);
				const isZipped = request.headers['content-encoding'] === 'gzip';
				asked = JSON.parse((isZipped ? gunzipSync(body) : body).toString()) as typeof asked;
				const [status, answered] = answer(asked);
				return response
					.writeHead(status, { 'content-type': 'application/json' })
					.end(JSON.stringify(answered));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const env = { ...process.env, npm_config_registry: registry, npm_config_fetch_retries: '0' };
		const tsx = join(ROOT, 'node_modules/.bin/tsx');
		const ended = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
			execFile(tsx, ['tools/audit.ts'], { cwd: ROOT, env }, (error, stdout, stderr) =>
				resolve({ code: error?.code ?? 0, stdout, stderr }),
			),
		);
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
		return { asked, ...ended };
	}

	it('asks about exactly the bundled packages', async () => {
		const { asked, code, stdout } = await audit(() => [200, {}]);
		const names = packagesIn(readFileSync(join(ROOT, 'dist', NOTICES), 'utf8')).map(({ name }) => name);
		expect(Object.keys(asked).sort()).toEqual([...new Set(names)].sort());
		expect(stdout).toContain(`Audited ${names.length} bundled packages: 0 with known vulnerabilities.`);
		expect(code).toBe(0);
	});

	it('fails with the vulnerabilities that are found', async () => {
		const advisory = {
			id: 1,
			title: 'A hole',
			severity: 'high',
			vulnerable_versions: '*',
			url: 'https://a.example',
		};
		const { code, stderr } = await audit(() => [200, { axios: [advisory] }]);
		expect(stderr).toContain('high: axios');
		expect(code).toBe(1);
	});

	it('says clearly that nothing was audited if the registry cannot do it', async () => {
		const { code, stderr } = await audit(() => [405, {}]);
		expect(stderr).toContain('were NOT audited: the npm registry that is set up has no audit endpoint');
		expect(code).toBe(2);
	});
});

it('npm ci accepts the lock file: it lists every optional package, and names no registry', () => {
	const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
	const { packages } = JSON.parse(lock) as {
		packages: Record<string, { optionalDependencies?: Record<string, string> }>;
	};
	const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
		Object.keys(optionalDependencies).filter(
			(name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
		),
	);
	expect(missing).toEqual([]);
	expect(lock).not.toContain('"resolved": "http');
});
