import type { ExecutionReport } from './reporting-workflow';

/** What happened to the events that were answered with 200. */
export interface Summary {
	acknowledged: number;
	/** In an execution. */
	seen: number;
	dead: number;
	/** Neither in an execution nor in the dead letters. */
	lost: string[];
	/** In several executions without being marked as a repeat, with these executions. */
	twice: Array<[id: string, executions: string[]]>;
}

export function summarize(acknowledged: Set<string>, reports: ExecutionReport[], dead: Set<string>): Summary {
	const seen = new Set(reports.flatMap(({ events }) => events.map(({ id }) => id)));
	// If n8n itself runs an execution again, it is the same execution with the same items.
	const first = new Map<string, Set<string>>();
	for (const { n8n, execution, events } of reports) {
		for (const { id, repeat } of events) {
			if (!repeat) first.set(id, (first.get(id) ?? new Set()).add(`${n8n} ${execution}`));
		}
	}
	return {
		acknowledged: acknowledged.size,
		seen: seen.size,
		dead: dead.size,
		lost: [...acknowledged].filter((id) => !seen.has(id) && !dead.has(id)),
		twice: [...first]
			.map(([id, executions]): [string, string[]] => [id, [...executions]])
			.filter(([, executions]) => executions.length > 1),
	};
}
