import { DAY } from '../../base';
import { changeSettings, createEngine, parseWebhook } from '../../engine';
import { connectionTo } from '../support/postgres/connection';
import { DATABASES, inPostgres } from '../support/stores';
import { CHANNEL, customerMessage } from '../support/wire';
import { inStore } from './support/in-store';
import { runHere } from './support/run-here';

describe.each(DATABASES)('%s: what a store keeps', (_, placeOf) => {
	const at = inStore(placeOf);

	/** A message from so long ago, and one of today. */
	async function receive(ago: number): Promise<void> {
		const now = at.store.runtime.now();
		for (const time of [now - ago, now]) {
			const [event] = parseWebhook(customerMessage({ at: time }), time);
			await at.store.commitEvents([{ event: event!, changes: {} }], time);
		}
	}

	const events = async () => (await at.store.inbox.stats()).events;

	it('stats says how full it is, and how long each part is kept', async () => {
		await receive(DAY);
		const now = at.store.runtime.now();
		const third = parseWebhook(customerMessage({ at: now, id: 'wamid.third' }), now);
		await createEngine({ store: at.store }).ingest(third);
		await at.store.inbox.subscribe(
			{ id: 's', name: 'Orders', partitions: 1, from: 0 },
			at.store.runtime.now(),
		);
		at.store.webhooks.noteRefused();
		await at.store.webhooks.refused();
		const { code, stdout, stderr } = await at.run('stats');
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(new RegExp(`^Numbers: ${CHANNEL}$`, 'm'));
		expect(stdout).toMatch(/^Events: 3, the oldest from \d{4}-/m);
		expect(stdout).toMatch(/^Dead letters: 0$/m);
		expect(stdout).toMatch(/^ {2}Orders: 3 events behind, the oldest from \d{4}-/m);
		expect(stdout).toMatch(/^Kept for \(last pruned: \S+\):$/m);
		expect(stdout).toMatch(/^ {2}Events +8 days$/m);
		const json = JSON.parse((await at.run('stats', '--json')).stdout) as object;
		expect(json).toMatchObject({ numbers: [CHANNEL], events: 3, retention: { times: { events: 8 * DAY } } });
	});

	it('stats also says how long a number keeps parts for times of its own', async () => {
		await receive(DAY);
		await changeSettings(at.store, CHANNEL, { set: { retention: { events: 3 * DAY } }, unset: [] });
		const { stdout } = await at.run('stats');
		expect(stdout).toMatch(new RegExp(`and of the number ${CHANNEL}:\\n {2}Events +3 days\\n`));
		const { retention } = JSON.parse((await at.run('stats', '--json')).stdout) as { retention: object };
		expect(retention).toMatchObject({ ofNumbers: { [CHANNEL]: { events: 3 * DAY } } });
	});

	it('prune deletes what is older than it is kept, even if that was done a minute ago', async () => {
		await receive(8 * DAY + 1);
		await at.store.retention.takeTurn(at.store.runtime.now(), 0);
		const { code, stdout } = await at.run('prune', '--yes');
		expect([code, stdout]).toEqual([
			0,
			'Deleted 1 event, and everything else that was older than it is kept.\n',
		]);
		expect(await events()).toBe(1);
		expect(JSON.parse((await at.run('prune', '--yes', '--json')).stdout)).toEqual({ events: 0 });
	});

	it('prune without --yes says what is kept for how long, and deletes nothing', async () => {
		await receive(9 * DAY);
		const { code, stderr } = await at.run('prune');
		expect(code).toBe(2);
		expect(stderr).toMatch(/^This deletes what is older than:\n {2}Campaigns +90 days\n/);
		expect(await events()).toBe(2);
	});

	it('prune says what a number keeps for another time', async () => {
		const change = { set: { retention: { events: DAY } }, unset: [] };
		await changeSettings(at.store, CHANNEL, change);
		const { stderr } = await at.run('prune');
		expect(stderr).toMatch(
			new RegExp(`\\n {2}Events +8 days\\n[^]*\\nand of the number ${CHANNEL}:\\n {2}Events +1 day\\n`),
		);
	});
});

it('a user that may only read is told that the store refused it, and what to do', async () => {
	const place = inPostgres();
	await place.open();
	const [server, url] = [connectionTo(process.env.TEST_POSTGRES_URL!), new URL(place.url)];
	const schema = url.searchParams.get('schema')!;
	url.username = `reads_${schema}`;
	await server.query(`create role ${url.username} login`);
	try {
		await server.query(`grant usage on schema ${schema} to ${url.username}`);
		await server.query(`grant select on all tables in schema ${schema} to ${url.username}`);
		const { code, stderr } = await runHere(['prune', '--yes'], { BUSINESS_MESSAGING_STORE: url.href });
		const refused =
			/^The store refused this: permission denied for .*\. Run the command as a user that may write/;
		expect([code, stderr]).toEqual([1, expect.stringMatching(refused)]);
	} finally {
		await server.query(`drop owned by ${url.username}; drop role ${url.username}`);
		await place.remove();
	}
});
