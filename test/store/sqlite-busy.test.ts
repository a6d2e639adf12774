import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseWebhook } from '../../engine';
import { openStore } from '../../store';
import { NOW } from '../support/engine-scene';
import { openTestClock } from '../support/test-clock';
import { turns } from '../support/until';
import { customerMessage } from '../support/wire';

it('while another process writes too long, the deliveries that came meanwhile fail with the first, and are taken when they come again', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'busy-'));
	const clock = openTestClock();
	const store = await openStore(`sqlite:${join(folder, 'store.db')}`, clock);
	const other = new DatabaseSync(join(folder, 'store.db'));
	const ended: string[] = [];
	const commit = async (id: string) => {
		const event = parseWebhook(customerMessage({ at: NOW, id }), NOW)[0]!;
		const committed = await store.commitEvents([{ event, changes: {} }], NOW).catch(() => 'failed');
		ended.push(id);
		return committed;
	};

	other.exec('BEGIN IMMEDIATE');
	const first = commit('first');
	await clock.pass(100);
	const meanwhile = [commit('a'), commit('b')];
	// Each try holds the thread for a moment, so the time between the first tries and the last is left out.
	clock.jump(5_100);
	await clock.passUntil(() => ended.length > 0);
	expect(await first).toBe('failed');
	await turns(1);
	expect(ended).toEqual(['first', 'a', 'b']);
	expect(await Promise.all(meanwhile)).toEqual(['failed', 'failed']);

	other.exec('ROLLBACK');
	expect(await commit('a')).toEqual([{ fresh: true }]);
	other.close();
	await store.close();
	rmSync(folder, { recursive: true, force: true });
});
