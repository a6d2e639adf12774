/** How many different reasons are said. */
const SAID = 2;

/** What is said of one recipient, and of several. */
type Said = readonly [one: string, several: string];

/** What is said of recipients that weren't sent anything, by what became or would become of them. */
const UNSENT: Readonly<Record<string, Said>> = {
	held: ['is held', 'are held'],
	skipped: ['was skipped', 'were skipped'],
	failed: ['failed', 'failed'],
	invalid: ['is invalid', 'are invalid'],
	unconfirmed: ['is unconfirmed', 'are unconfirmed'],
	hold: ['would be held', 'would be held'],
	skip: ['would be skipped', 'would be skipped'],
};

/** An item that can't be planned, with its problems. */
export interface InvalidItem {
	json: { problems?: unknown };
}

/** Counts why recipients weren't sent anything, and says why most of them weren't. */
export function countReasons() {
	const counts = new Map<string, { said: Said; reason: string; count: number }>();
	/** Counts a recipient by its state or a rule's action, unless that isn't one of those unsent, or has no reason. */
	function add(what: unknown, reason: unknown): void {
		const said = UNSENT[String(what)];
		if (!said || typeof reason !== 'string' || reason === '') return;
		const sentence = reason.replace(/\.$/, '');
		const key = JSON.stringify([what, sentence]);
		const { count } = counts.get(key) ?? { count: 0 };
		counts.set(key, { said, reason: sentence, count: count + 1 });
	}
	return {
		add,
		/** Counts the first problem of each item, if it is the same for all, or if nothing else is spoken of. */
		addInvalid(items: readonly InvalidItem[], isAll: boolean): void {
			const first = items.map(({ json }) => (json.problems as Array<{ message: string }>)[0]?.message);
			if (isAll || new Set(first).size === 1) for (const message of first) add('invalid', message);
		},
		/**
		 * Sentences without the last period, the commonest reasons with their counts; undefined if nothing was counted.
		 * @param all how many recipients are spoken of
		 */
		commonest(all: number): string | undefined {
			const sorted = [...counts.values()].sort((one, other) => other.count - one.count);
			if (sorted[0]?.count === all) return `Why: ${sorted[0].reason}`;
			const said = sorted
				.slice(0, SAID)
				.map(
					({ said: [one, several], reason, count }) =>
						`Why ${count} ${count === 1 ? one : several}: ${reason}`,
				);
			if (sorted.length > SAID) said.push('The others have other reasons');
			return said.join('. ') || undefined;
		},
	};
}
