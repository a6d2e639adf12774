type Item = Record<string, unknown>;

/** The counts of Send Due that can be added up. */
const COUNTS = [
	'claimed',
	'accepted',
	'held',
	'skipped',
	'failed',
	'unconfirmed',
	'refused',
	'took',
] as const;

/**
 * Runs Send Due until nothing is due, as its schedule would, and adds up what it did. A run stops after a while and
 * leaves the rest to the next one, which a slow or busy machine needs.
 */
export async function sendUntilDone(sendDue: () => Promise<Item>): Promise<Item> {
	let total: Item = {};
	for (;;) {
		const summary = await sendDue();
		const counts = COUNTS.map((name) => [name, Number(total[name] ?? 0) + Number(summary[name] ?? 0)]);
		total = { ...summary, ...Object.fromEntries(counts) };
		if (summary.ended !== 'budget') return total;
	}
}
