import { DAY } from '../../base';
import { DATABASES } from '../support/stores';
import { CHANNEL } from '../support/wire';
import { inStore } from './support/in-store';

describe.each(DATABASES)('%s: number settings', (_, placeOf) => {
	const at = inStore(placeOf);

	it('sets what differs for a number, and prints it', async () => {
		const flags = ['--policy', 'platform', '--time-zone', 'Europe/Berlin', '--check-first', 'off'];
		const more = ['--messages-per-second', '20', '--keep', 'events=30', '--keep', 'decisions=0'];
		const { code, stdout, stderr } = await at.run('number', 'settings', CHANNEL, ...flags, ...more);
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toBe(
			[
				`${CHANNEL}:`,
				'  Policy: platform',
				'  Time zone: Europe/Berlin',
				'  Check first: off',
				'  Messages per second: 20',
				'  Events: kept for 30 days',
				'  Decisions: kept for 0 days',
				'',
			].join('\n'),
		);
		const settings = await at.store.settings.of(CHANNEL);
		expect(settings).toEqual({
			policy: 'platform',
			timeZone: 'Europe/Berlin',
			checkFirst: false,
			messagesPerSecond: 20,
			retention: { events: 30 * DAY, decisions: 0 },
		});
		const { stdout: json } = await at.run('number', 'settings', '--json');
		expect(JSON.parse(json)).toEqual({ number: CHANNEL, ...settings });
	});

	it('takes a setting away, and changes no other', async () => {
		await at.run('number', 'settings', CHANNEL, '--policy', 'platform', '--keep', 'events=30');
		const { stdout } = await at.run('number', 'settings', CHANNEL, '--unset', 'events');
		expect(stdout).toBe(`${CHANNEL}:\n  Policy: platform\n`);
	});

	it('shows what is set for a number, and changes nothing, without other flags', async () => {
		expect((await at.run('number', 'settings')).stdout).toBe('No number has settings of its own.\n');
		expect((await at.run('number', 'settings', CHANNEL)).stdout).toBe(`${CHANNEL}: nothing is set\n`);
		expect(await at.store.settings.all()).toEqual(new Map());
	});

	it('says everything that is wrong with the command line at once', async () => {
		const flags = ['--time-zone', 'Mars', '--keep', 'starts=3', '--check-first', 'maybe', '--unset', 'color'];
		const { code, stderr } = await at.run('number', 'settings', ...flags);
		expect(code).toBe(2);
		for (const mistake of [
			'--time-zone must be a time zone, such as Europe/Berlin.',
			'--keep must be a part and its days, such as events=30, not "starts=3". The parts are: events, sends, recipients, sentTexts, decisions, conversations.',
			'--check-first must be on or off, not "maybe".',
			'--unset must be policy or time-zone or',
			'Name the phone number ID to change.',
		]) {
			expect(stderr).toContain(mistake);
		}
	});

	it('refuses a policy that does not exist, and changes nothing', async () => {
		const { code, stderr } = await at.run(
			'number',
			'settings',
			CHANNEL,
			'--policy',
			'mine',
			'--keep',
			'sends=0',
		);
		expect(code).toBe(1);
		expect(stderr).toContain('Nothing was changed. The policy "mine" doesn\'t exist.');
		expect(stderr).toContain('--keep sends must be a whole number of days from 1 to 10000.');
		expect(await at.store.settings.of(CHANNEL)).toEqual({});
	});
});
