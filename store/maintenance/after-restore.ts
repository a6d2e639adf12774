import type { Work } from '../work';
import { all, run } from '../work';
import { INFO } from './backup-store';

/** What a restore changed in the store that it restored, so that nothing happens twice without anybody's knowledge. */
export interface RestoreSteps {
	/** When the backup was made; `undefined` if the file doesn't say. Epoch ms */
	madeAt?: number;
	/** The campaigns that were running, each of its number, and are paused now. */
	paused: Array<{ campaign: string; channel: string }>;
	/** How many messages were about to be sent, and count as unconfirmed now. */
	unconfirmed: number;
	/** How many events are handed out again, marked as repeats. */
	repeated: number;
	/** What was in the backup and isn't a store's, such as `trigger name`: it wasn't restored. */
	leftOut: string[];
}

function* madeAtOf(): Work<number | undefined> {
	const known = yield* all("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", INFO);
	if (known.length === 0) return undefined;
	const [info] = yield* all<{ made_at: number }>(`SELECT made_at FROM ${INFO}`);
	yield* run(`DROP TABLE ${INFO}`);
	return info?.made_at;
}

const REPEATED = `
	SELECT COALESCE(sum(value - seq), 0) AS count FROM partition_cursor JOIN counter ON counter.name = 'inbox'`;

/**
 * What was done since the backup isn't in it, so whatever was about to happen then may have happened: campaigns pause,
 * messages on their way count as perhaps sent, and what readers had before them comes again as a repeat.
 */
export function* prepareRestored(): Work<Omit<RestoreSteps, 'leftOut'>> {
	const madeAt = yield* madeAtOf();
	const since = madeAt === undefined ? '' : ` of ${new Date(madeAt).toISOString()}`;
	const paused = yield* all<RestoreSteps['paused'][number]>(
		"SELECT id AS campaign, channel FROM campaign WHERE state = 'running' ORDER BY id, channel",
	);
	yield* run(
		"UPDATE campaign SET state = 'paused', why = ? WHERE state = 'running'",
		`The store was restored from a backup${since}. Some who are still planned here may have got their message since. Resume sends to all of them.`,
	);
	const unconfirmed = yield* run(
		`UPDATE send SET state = 'unconfirmed', due = NULL, waits_for = NULL, token = NULL, rule = 'restored', reason = ?
		 WHERE campaign IS NOT NULL AND state IN ('claimed', 'sending')`,
		`The message was about to be sent when the backup${since} was made that the store was restored from. It may have been sent.`,
	);
	const [{ count: repeated }] = (yield* all<{ count: number }>(REPEATED)) as [{ count: number }];
	yield* run(
		`UPDATE partition_cursor SET token = NULL, leased_until = 0, attempt = attempt + 1,
			out_to = (SELECT value FROM counter WHERE name = 'inbox')`,
	);
	yield* run('UPDATE dead_letter SET token = NULL, leased_until = 0');
	yield* run('UPDATE burst SET token = NULL, leased_until = 0, attempt = attempt + 1');
	return {
		...(madeAt !== undefined && { madeAt }),
		paused: paused.map((row) => ({ ...row })),
		unconfirmed,
		repeated,
	};
}
