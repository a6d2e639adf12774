import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { redrawn } from '../../cli/redrawn';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import { openStore } from '../../store';
import { createGatewayClient } from '../../gateway';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import type { Campaigns } from '../../sending';
import { createSender } from '../../sending';
import type { CommandLine } from '../support/command-line';
import { runCommandLine } from '../support/command-line';

jest.setTimeout(60_000);

let folder: string;
let sandbox: Sandbox;
let store: Store;
let campaigns: Campaigns;
let running: CommandLine[];

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'campaign-'));
	running = [];
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	store = await openStore(storeUrl());
	const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	({ campaigns } = createSender({ engine: createEngine({ store }), gateway }));
});
afterEach(async () => {
	for (const { child, ended } of running) {
		child.kill('SIGKILL');
		await ended;
	}
	await store.close();
	await sandbox.close();
	rmSync(folder, { recursive: true, force: true });
});

const storeUrl = () => `sqlite:${join(folder, 'store.db')}`;
const BAD = { name: 'nothing', language: 'en_US' };

function run(args: string[], env: NodeJS.ProcessEnv = {}): CommandLine {
	const command = runCommandLine(['campaign', ...args], {
		env: { BUSINESS_MESSAGING_STORE: storeUrl(), ...env },
	});
	running.push(command);
	return command;
}

/** What a command printed, and how it ended. */
async function resultOf(command: CommandLine) {
	const code = await command.ended;
	return { code, ...command.printed };
}

/** Two who get a template, and one whose template does not exist. */
async function plan(id = 'spring'): Promise<void> {
	const hello = { name: 'hello', language: 'en_US' };
	await campaigns.plan({ id, channel: sandbox.phoneNumberId, template: hello }, [
		{ to: '491701111111' },
		{ to: '491702222222' },
		{ to: '491703333333', template: BAD },
	]);
}

describe('business-messaging campaign report', () => {
	it('says where a campaign stands: a bar, the counts, and why messages did not go out', async () => {
		await plan();
		await campaigns.sendDue();
		const { code, stdout, stderr } = await resultOf(run(['report', 'spring']));
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toContain('spring  running, policy strict');
		expect(stdout).toContain(`[${'#'.repeat(30)}] 100 %, 3 of 3`);
		expect(stdout).toMatch(/^ +2 {2}accepted$/m);
		expect(stdout).toMatch(/^ +1 {2}skipped {6}template-unusable: \S/m);
	});

	it('says nothing of states that nobody is in, and when it starts and ends', async () => {
		const startAt = Date.UTC(2099, 0, 1);
		const template = { name: 'hello', language: 'en_US' };
		const later = { id: 'later', channel: sandbox.phoneNumberId, template, startAt, endAt: startAt + 1_000 };
		await campaigns.plan(later, [{ to: '491701111111' }]);
		const { stdout } = await resultOf(run(['report', 'later']));
		expect(stdout).toContain(`[${'.'.repeat(30)}] 0 %, 0 of 1`);
		expect(stdout).toMatch(/^ +1 {2}planned$/m);
		expect(stdout).not.toMatch(/accepted|skipped/);
		expect(stdout).toContain('It starts at 2099-01-01 00:00:00Z.');
		expect(stdout).toContain('Nothing goes out from 2099-01-01 00:00:01Z on.');
	});

	it('gives all of it as JSON', async () => {
		await plan();
		const { code, stdout } = await resultOf(run(['report', 'spring', '--json']));
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			campaign: { id: 'spring', state: 'running' },
			total: 3,
			counts: { planned: 3 },
			finished: false,
		});
	});

	it('watches until everybody was sent to: a line for each change, where there is no terminal', async () => {
		await plan();
		const command = run(['report', 'spring', '--watch']);
		await command.says(/spring running: 0 %, 0 of 3, 0\.0\/s, 3 planned\n/);
		await campaigns.sendDue();
		const { code, stdout } = await resultOf(command);
		expect(code).toBe(0);
		expect(stdout).toMatch(/100 %, 3 of 3, .*2 accepted, 1 skipped\n$/);
	});

	it.each(['SIGTERM', 'SIGINT'] as const)('stops watching on %s, with 0', async (signal) => {
		await plan();
		const command = run(['report', 'spring', '--watch']);
		await command.says(/3 planned/);
		command.child.kill(signal);
		expect(await command.ended).toBe(0);
	});

	it('stops watching what was cancelled, and says why', async () => {
		await plan();
		await campaigns.cancel('spring', 'The price was wrong.');
		const { code, stdout } = await resultOf(run(['report', 'spring', '--watch']));
		expect(code).toBe(0);
		expect(stdout).toContain('spring cancelled');
	});

	it('ends with 1 where there is no such campaign', async () => {
		const { code, stderr } = await resultOf(run(['report', 'nowhere']));
		expect(code).toBe(1);
		expect(stderr).toBe('There is no campaign "nowhere".\n');
	});

	it('ends with 1 where there is no such store, and makes none', async () => {
		const file = join(folder, 'typo.db');
		const { code, stderr } = await resultOf(run(['report', 'spring', '--store', `sqlite:${file}`]));
		expect(code).toBe(1);
		expect(stderr).toBe(`There is no store sqlite:${file}.\n`);
		expect(existsSync(file)).toBe(false);
	});
});

describe('business-messaging campaign list', () => {
	it('gives a line for each campaign, the newest first; those of one number where it is given', async () => {
		await plan('first');
		await campaigns.pause('first');
		await plan('the-second');
		const { code, stdout } = await resultOf(run(['list']));
		expect(code).toBe(0);
		const number = `number ${sandbox.phoneNumberId}`;
		expect(stdout.split('\n').map((line) => line.replace(/planned at .*/, 'planned'))).toEqual([
			`the-second  running    ${number}  planned`,
			`first       paused     ${number}  planned`,
			'',
		]);
		expect((await resultOf(run(['list', '--channel', '1']))).stdout).toBe('');
	});

	it('gives a JSON object a line', async () => {
		await plan();
		const { stdout } = await resultOf(run(['list', '--json']));
		expect(JSON.parse(stdout)).toMatchObject({ id: 'spring', state: 'running' });
	});
});

describe('all that is wrong with the command line is said at once', () => {
	it.each([
		[
			['report', '--colour', '--channel', '1'],
			[
				'There is no flag --colour.',
				'--store is missing: name the store by sqlite:<file> or postgres://…, or set BUSINESS_MESSAGING_STORE.',
				'report takes the ID of a campaign.',
				'--channel is for campaign list.',
			],
		],
		[
			['list', 'spring', '--watch', '--store', 'sqlite:x'],
			['list takes no ID: "spring".', '--watch is for campaign report.'],
		],
		[['show', '--store', 'sqlite:x'], ['campaign takes report or list, not "show".']],
		[
			['report', 'a', 'b', '--store'],
			['--store needs a value.', '"b" belongs to nothing.'],
		],
	])('%j', async (args, mistakes) => {
		const { code, stdout, stderr } = await resultOf(run(args, { BUSINESS_MESSAGING_STORE: '' }));
		expect([code, stdout]).toEqual([2, '']);
		const [said] = stderr.split('\n\n');
		expect(said!.split('\n').sort()).toEqual([...mistakes].sort());
	});
});

it('draws a report over the one before, cut to the size of the terminal', () => {
	let written = '';
	const draw = redrawn({ columns: 5, rows: 4, write: (text: unknown) => Boolean((written += String(text))) });
	draw(['one', 'longer than that']);
	expect(written).toBe('one\nlonge\n');
	written = '';
	draw(['two']);
	expect(written).toBe('\x1b[2A\x1b[0Jtwo\n');
	written = '';
	draw(['three', 'four', 'five', 'six']);
	expect(written).toBe('\x1b[1A\x1b[0Jthree\nfour\nfive\n');
});
