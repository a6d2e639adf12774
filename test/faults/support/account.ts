import type { Told } from './telling-workflow';

/** What became of the events that were answered 200. */
export interface Account {
	acknowledged: number;
	/** In an execution. */
	seen: number;
	dead: number;
	/** Neither in an execution nor in the dead letters. */
	lost: string[];
	/** In several executions without being marked as repeats, with these executions. */
	twice: Array<[id: string, executions: string[]]>;
}

export function accountOf(acknowledged: Set<string>, told: Told[], dead: Set<string>): Account {
	const seen = new Set(told.flatMap(({ events }) => events.map(({ id }) => id)));
	// An execution that n8n itself runs again is the same one, with the same items.
	const first = new Map<string, Set<string>>();
	for (const { n8n, execution, events } of told) {
		for (const { id, repeat } of events) {
			if (!repeat) first.set(id, (first.get(id) ?? new Set()).add(`${n8n} ${execution}`));
		}
	}
	return {
		...{ acknowledged: acknowledged.size, seen: seen.size, dead: dead.size },
		lost: [...acknowledged].filter((id) => !seen.has(id) && !dead.has(id)),
		twice: [...first]
			.map(([id, executions]): [string, string[]] => [id, [...executions]])
			.filter(([, executions]) => executions.length > 1),
	};
}
