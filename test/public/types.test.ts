import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../../tools/sources';
import { buildDeclarations } from '../support/declarations';

const PACKAGE = 'n8n-nodes-business-messaging';

/** A program that is right, which each mistake is added to. */
const RIGHT = `
import { createEngine, lintPolicy, parseWebhook, type PolicyDocument } from '${PACKAGE}';
import { createGatewayClient, GatewayError } from '${PACKAGE}/gateway';
import { startReceiver, startSubscriber } from '${PACKAGE}/receiver';
import { startSandbox } from '${PACKAGE}/sandbox';
import { createSender } from '${PACKAGE}/sending';
import { openStore } from '${PACKAGE}/store';

const policy: PolicyDocument = {
	name: 'mine',
	version: 1,
	rules: [
		{
			name: 'window-open',
			conditions: { fact: 'window', operator: 'equal', value: 'open' },
			event: { type: 'freeform', params: { reason: 'The window is open.' } },
		},
	],
};

export async function right(): Promise<void> {
	const sandbox = await startSandbox({ policy: 'platform' });
	const store = await openStore('sqlite::memory:');
	const engine = createEngine({ store, policy });
	const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	const sender = createSender({ engine, gateway });
	const receiver = await startReceiver({ store, secret: sandbox.signingSecret, port: 0 });
	const subscriber = await startSubscriber({
		store,
		subscription: { id: 'mine', partitions: 1, from: 'now' },
		run: async ({ events }) => (events.length > 0 ? { kind: 'done' } : undefined),
	});
	const { id }: { id: string } = await sandbox.control.customerWrites({ from: '+14155550123', text: id0 });
	const outcome = await sender.send(
		{ channel: sandbox.phoneNumberId, to: '+14155550123' },
		{ freeform: { type: 'text', text: { body: id } } },
	);
	const texts: string[] = [outcome.rule, outcome.reason, ...lintPolicy(policy).map(({ message }) => message)];
	const kinds: string[] = parseWebhook({}).map(({ kind }) => kind);
	const group = await gateway.groups.get('1');
	const subject: string | undefined = group.subject;
	if (new Error() instanceof GatewayError) throw new Error([...texts, ...kinds, subject].join());
	for (const { event } of await store.inbox.read()) if (event.kind === 'message') texts.push(event.contact);
	await subscriber.close(0);
	await receiver.close();
	// MISTAKE
}
const id0 = 'Hello';
`;

/** What must not compile, and why. */
const MISTAKES = [
	['a customer by a number that is no text', 'await sandbox.control.customerWrites({ from: 5 });'],
	['a misspelled argument of the sandbox', "await sandbox.control.customerWrites({ from: '1', txt: 'a' });"],
	['a policy that the sandbox does not know', "await startSandbox({ policy: 'loose' });"],
	[
		'content in the field of another type',
		"await sender.send({ channel: '1', to: '1' }, { freeform: { type: 'text', image: { link: '' } } });",
	],
	[
		'a text without a body',
		"await sender.send({ channel: '1', to: '1' }, { freeform: { type: 'text', text: {} } });",
	],
	['an intent without a recipient', "await sender.send({ channel: '1' }, {});"],
	['a group without a subject', 'await gateway.groups.create({});'],
	['a rule with an action that does not exist', "policy.rules[0]!.event.type = 'maybe';"],
	['a field that no event has', 'parseWebhook({})[0]!.colour;'],
	['a store by a number', 'await openStore(5);'],
	['an internal of the store', 'await store.commitEvents([], 0);'],
	['an internal of the inbox', "await store.inbox.claim('mine', { limit: 1, leaseMs: 1, token: '' });"],
] as const;

/** How programs are compiled, and the file names that make them ESM or CommonJS. */
const WAYS: Array<[string, string[], ts.CompilerOptions]> = [
	['ESM and CommonJS, node16', ['.mts', '.cts'], { module: ts.ModuleKind.Node16 }],
	[
		'ESM, bundler',
		['.ts'],
		{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
	],
];

let folder: string;

beforeAll(() => {
	buildDeclarations();
	folder = mkdtempSync(join(tmpdir(), 'empty-'));
	execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
		cwd: ROOT,
		stdio: 'pipe',
	});
	const [tarball] = globSync('*.tgz', { cwd: folder });
	const modules = join(folder, 'node_modules');
	mkdirSync(join(modules, PACKAGE), { recursive: true });
	mkdirSync(join(modules, '@types'));
	execFileSync('tar', ['xzf', tarball!, '-C', join(modules, PACKAGE), '--strip-components=1'], {
		cwd: folder,
	});
	for (const name of ['@types/node', 'undici-types'])
		symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The errors of programs in the empty folder, by file, with their lines. Also looks into the declarations. */
function errorsOf(programs: Record<string, string>, options: ts.CompilerOptions) {
	const paths = Object.entries(programs).map(([file, text]) => {
		writeFileSync(join(folder, file), text);
		return join(folder, file);
	});
	const program = ts.createProgram(paths, {
		target: ts.ScriptTarget.ES2023,
		strict: true,
		exactOptionalPropertyTypes: true,
		skipLibCheck: false,
		noEmit: true,
		types: ['node'],
		typeRoots: [join(folder, 'node_modules/@types')],
		...options,
	});
	return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
		file: file?.fileName.replace(`${folder}/`, ''),
		line: file?.getLineAndCharacterOfPosition(start).line,
		message: ts.flattenDiagnosticMessageText(messageText, '\n'),
	}));
}

const MISTAKEN = RIGHT.replace('// MISTAKE', MISTAKES.map(([, mistake]) => mistake).join('\n'));
const FIRST = MISTAKEN.split('\n').findIndex((line) => line.trim() === MISTAKES[0][1]);

describe.each(WAYS)('programs with nothing but the package beside them (%s)', (_way, endings, options) => {
	let errors: ReturnType<typeof errorsOf>;

	beforeAll(() => {
		const programs = endings.flatMap((ending) => [
			[`right${ending}`, RIGHT],
			[`mistaken${ending}`, MISTAKEN],
		]);
		errors = errorsOf(Object.fromEntries(programs) as Record<string, string>, options);
	});

	it('compile, the declarations too', () => {
		expect(errors.filter(({ file }) => !file?.startsWith('mistaken'))).toEqual([]);
	});

	it.each(MISTAKES.map(([name], index) => [name, index] as const))(
		'do not compile with %s',
		(_name, index) => {
			const found = errors.filter(({ line }) => line === FIRST + index).map(({ file }) => file);
			expect(new Set(found)).toEqual(new Set(endings.map((ending) => `mistaken${ending}`)));
		},
	);
});

it('no declaration imports anything but Node.js and other declarations of the package', () => {
	const files = globSync(`node_modules/${PACKAGE}/dist/**/*.d.ts`, { cwd: folder });
	const imported = files.flatMap((file) =>
		[...readFileSync(join(folder, file), 'utf8').matchAll(/ from '([^']+)'/g)].map(([, name]) => name!),
	);
	expect(files.length).toBeGreaterThanOrEqual(6);
	expect(imported.filter((name) => !/^(\.|node:)/.test(name))).toEqual([]);
});

it('the package alone is enough for the library: n8n-workflow is only asked for by the nodes', () => {
	const list = execFileSync(
		process.execPath,
		['-p', `Object.keys({ ...require('${PACKAGE}'), ...require('${PACKAGE}/sending') }).join()`],
		{ cwd: folder, encoding: 'utf8' },
	);
	expect(list).toContain('createEngine');
	expect(list).toContain('createSender');
	const { peerDependenciesMeta } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		peerDependenciesMeta: object;
	};
	expect(peerDependenciesMeta).toEqual({ 'n8n-workflow': { optional: true } });
});

it('a Node.js without SQLite gets a sentence that names the version that is needed', () => {
	const code = `require('${PACKAGE}/store').openStore('sqlite::memory:').catch(({ message }) => console.log(message))`;
	const said = execFileSync(process.execPath, ['--no-experimental-sqlite', '-e', code], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect(said).toContain(
		`A store on SQLite needs Node.js 22.13 or newer, and this is ${process.version}. Update Node.js, or keep the store on Postgres.`,
	);
});
