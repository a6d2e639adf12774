import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { localZone } from '../../cli/local-times';
import { redrawn } from '../../cli/print';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import { zonedTime } from '../../nodes/shared/times';
import { openStore } from '../../store';
import { createGatewayClient } from '../../gateway';
import type { Campaigns } from '../../sending';
import { createSender } from '../../sending';
import { cliScene, resultOf } from './support/cli-scene';

const scene = cliScene();
let store: Store;
let campaigns: Campaigns;

beforeEach(async () => {
	const { sandbox, storeUrl } = scene;
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	store = await openStore(storeUrl);
	const gateway = createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	({ campaigns } = createSender({ engine: createEngine({ store }), gateway }));
});
afterEach(() => store.close());

const BAD = { name: 'nothing', language: 'en_US' };

/** An hour of January 7, 2026 (UTC), as the person at the terminal says it. */
const local = (hour: number) => zonedTime(Date.UTC(2026, 0, 7, hour), localZone());

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
	scene.run(['campaign', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl, ...env });
const watch = () =>
	scene.start(['campaign', 'report', 'spring', '--watch'], { BUSINESS_MESSAGING_STORE: scene.storeUrl });

/** Two customers who get a template, and one whose template doesn't exist. */
async function plan(id = 'spring', channel = scene.sandbox.phoneNumberId): Promise<void> {
	const hello = { name: 'hello', language: 'en_US' };
	await campaigns.plan({ id, channel, template: hello }, [
		{ to: '491701111111' },
		{ to: '491702222222' },
		{ to: '491703333333', template: BAD },
	]);
}

describe('business-messaging campaign report', () => {
	it('shows a progress bar, the counts, and why messages were not sent', async () => {
		await plan();
		await campaigns.sendDue();
		const { code, stdout, stderr } = await run(['report', 'spring']);
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toContain('spring  finished, policy strict');
		expect(stdout).toContain(`[${'#'.repeat(30)}] 100%, 3 of 3`);
		expect(stdout).toMatch(/^ +2 {2}accepted$/m);
		expect(stdout).toMatch(/^ +1 {2}skipped {6}template-unusable: \S/m);
	});

	it('counts reasons as one that differ in their times alone, and says these as people do', async () => {
		await plan();
		const spring = { channel: scene.sandbox.phoneNumberId, id: 'spring' };
		for (const hour of [16, 15, 15]) {
			const reason = `It was too late at 2026-01-07T${hour}:00:00.000Z.`;
			await store.campaigns.skipWaiting(spring, { rule: 'late', reason, at: 1 }, 1);
		}
		await campaigns.pause('spring', 'Until 2026-01-08T08:00:00.000Z.');
		const { stdout } = await run(['report', 'spring']);
		expect(stdout).toContain(
			`       3  skipped      late: It was too late at ${local(15)} for the first and ${local(16)} for the last.\n`,
		);
		expect(stdout.match(/late:/g)).toHaveLength(1);
		expect(stdout).toContain(`The campaign is paused: Until ${local(32)}.`);
	});

	it('leaves out states without recipients, and says when the campaign starts and ends', async () => {
		const startAt = Date.UTC(2099, 0, 1);
		const template = { name: 'hello', language: 'en_US' };
		const later = {
			id: 'later',
			channel: scene.sandbox.phoneNumberId,
			template,
			startAt,
			endAt: startAt + 3_600_000,
		};
		await campaigns.plan(later, [{ to: '491701111111' }]);
		const { stdout } = await run(['report', 'later']);
		expect(stdout).toContain(`[${'.'.repeat(30)}] 0%, 0 of 1`);
		expect(stdout).toMatch(/^ +1 {2}planned$/m);
		expect(stdout).not.toMatch(/accepted|skipped/);
		expect(stdout).toContain(`The campaign starts at ${zonedTime(startAt, localZone())}.`);
		expect(stdout).toContain(
			`The campaign ends at ${zonedTime(later.endAt, localZone())}. Nothing is sent after that.`,
		);
	});

	it('asks for the number if several have a campaign with the ID', async () => {
		await plan();
		await plan('spring', '1');
		const { code, stderr } = await run(['report', 'spring']);
		expect(code).toBe(1);
		expect(stderr).toMatch(/2 numbers have a campaign "spring": 1, \d+\. .*--channel/);
		const { stdout } = await run(['report', 'spring', '--json', '--channel', '1']);
		expect(JSON.parse(stdout)).toMatchObject({ campaign: { id: 'spring', channel: '1' } });
	});

	it('prints the whole report as JSON', async () => {
		await plan();
		const { code, stdout } = await run(['report', 'spring', '--json']);
		expect(code).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			campaign: { id: 'spring', state: 'running' },
			total: 3,
			counts: { planned: 3 },
			finished: false,
		});
	});

	it('watches until the campaign is finished, and prints a line for each change without a terminal', async () => {
		await plan();
		const command = watch();
		await command.says(/spring running: 0%, 0 of 3, 0\.0\/s, 3 planned\n/);
		await campaigns.sendDue();
		const { code, stdout } = await resultOf(command);
		expect(code).toBe(0);
		expect(stdout).toMatch(/100%, 3 of 3, .*2 accepted, 1 skipped\n$/);
	});

	it.each(['SIGTERM', 'SIGINT'] as const)('stops watching on %s and exits with 0', async (signal) => {
		await plan();
		const command = watch();
		await command.says(/3 planned/);
		command.child.kill(signal);
		expect(await command.ended).toBe(0);
	});

	it('stops watching when nobody reads what it prints', async () => {
		await plan();
		const command = watch();
		await command.says(/3 planned/);
		command.child.stdout!.destroy();
		await campaigns.pause('spring');
		expect(await command.ended).toBe(0);
	});

	it('stops watching a cancelled campaign', async () => {
		await plan();
		await campaigns.cancel('spring', 'The price was wrong.');
		const { code, stdout } = await run(['report', 'spring', '--watch']);
		expect(code).toBe(0);
		expect(stdout).toContain('spring cancelled');
	});

	it('exits with 1 if the campaign does not exist', async () => {
		const { code, stderr } = await run(['report', 'nowhere']);
		expect(code).toBe(1);
		expect(stderr).toBe('The campaign "nowhere" doesn\'t exist.\n');
	});

	it('exits with 1 if the store does not exist, and does not create it', async () => {
		const file = join(scene.folder, 'typo.db');
		const { code, stderr } = await run(['report', 'spring', '--store', `sqlite:${file}`]);
		expect(code).toBe(1);
		expect(stderr).toBe(`The store sqlite:${file} doesn't exist.\n`);
		expect(existsSync(file)).toBe(false);
	});
});

describe('business-messaging campaign list', () => {
	it('prints a line for each campaign, newest first, and only those of one number with --channel', async () => {
		await plan('first');
		await campaigns.pause('first');
		await plan('the-second');
		const { code, stdout } = await run(['list']);
		expect(code).toBe(0);
		const number = `number ${scene.sandbox.phoneNumberId}`;
		expect(stdout.split('\n').map((line) => line.replace(/planned .*/, 'planned'))).toEqual([
			`the-second  running    ${number}  planned`,
			`first       paused     ${number}  planned`,
			'',
		]);
		expect((await run(['list', '--channel', '1'])).stdout).toBe('There are no campaigns.\n');
		await campaigns.sendDue();
		expect((await run(['list'])).stdout).toContain('the-second  finished  ');
	});

	it('prints a JSON object per line', async () => {
		await plan();
		const { stdout } = await run(['list', '--json']);
		expect(JSON.parse(stdout)).toMatchObject({ id: 'spring', state: 'running' });
	});
});

describe('the command names every mistake in the command line at once', () => {
	it.each([
		[
			['report', '--color'],
			[
				'Unknown flag: --color.',
				'--store is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE.',
				'campaign report needs the ID of a campaign.',
			],
		],
		[
			['list', 'spring', '--watch', '--store', 'sqlite:x'],
			['Unexpected argument: spring.', '--watch only works with campaign report.'],
		],
		[
			['show', '--store', 'sqlite:x'],
			[
				'Expected "campaign list", "campaign report", "campaign recipients", "campaign pause", "campaign resume", "campaign cancel", or "campaign retry", not "campaign show".',
			],
		],
		[
			['report', 'a', 'b', '--store'],
			['--store needs a value.', 'Unexpected argument: b.'],
		],
	])('%j', async (args, mistakes) => {
		const { code, stdout, stderr } = await run(args, { BUSINESS_MESSAGING_STORE: '' });
		expect([code, stdout]).toEqual([2, '']);
		const [said] = stderr.split('\n\n');
		expect(said!.split('\n').sort()).toEqual([...mistakes].sort());
	});
});

it('draws a report over the previous one, cut to the size of the terminal', () => {
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
