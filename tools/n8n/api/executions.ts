import { N8nRequestError, type N8nSession } from './n8n-session';
import { poll } from '../poll';

interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
	error?: unknown;
}

interface NodeRun {
	executionStatus: string;
	error?: { message: string; description?: string };
	/** By output, then by item. */
	data?: { main: (Item[] | null)[] };
	hints?: { message: string }[];
}

export interface Execution {
	id: string;
	workflowId: string;
	/** `manual`, `webhook`, `trigger`, … */
	mode: string;
	/** `new`, `running`, `success`, `error`, `canceled`, `crashed` or `waiting`. */
	status: string;
	startedAt: string | null;
	stoppedAt: string | null;
	/** Only if the data was requested and the workflow's settings keep it. */
	data?: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: { message: string };
			lastNodeExecuted?: string;
		};
	};
}

interface ExecutionFilter {
	workflowId?: string;
	status?: 'canceled' | 'crashed' | 'error' | 'new' | 'running' | 'success' | 'unknown' | 'waiting';
	/** Off by default, because the data of many executions is large. */
	includeData?: boolean;
}

const unfinished = new Set(['new', 'running', 'unknown']);

/** While an execution keeps n8n busy, n8n may answer with 503 or close the connection. */
const isTooBusy = (error: unknown) =>
	error instanceof N8nRequestError ? error.status === 503 : error instanceof TypeError;

/** The items that a node returned on one of its outputs in its last run. */
export function itemsOf(execution: Execution, node: string, output = 0): Record<string, unknown>[] {
	const run = execution.data?.resultData.runData[node]?.at(-1);
	return (run?.data?.main[output] ?? []).map(({ json }) => json);
}

export interface ExecutionsApi {
	/** All executions, newest first. Those that haven't ended or parked only if `status` asks for them. */
	executions(filter?: ExecutionFilter): Promise<Execution[]>;
	/** One execution with its data. */
	execution(id: string): Promise<Execution>;
	/** Waits until an execution has ended or has the status `waiting`, for at most `timeoutMs` (60 s). */
	waitForExecution(id: string, timeoutMs?: number): Promise<Execution>;
	/** Waits until at least `count` executions match the filter, for at most `timeoutMs` (60 s). */
	waitForExecutions(filter: ExecutionFilter, count: number, timeoutMs?: number): Promise<Execution[]>;
}

export function executionsApi({ publicApi }: N8nSession): ExecutionsApi {
	async function executions(filter: ExecutionFilter = {}): Promise<Execution[]> {
		const query = new URLSearchParams();
		for (const [name, value] of Object.entries(filter))
			if (value !== undefined) query.set(name, String(value));
		query.set('limit', '250');
		const all: Execution[] = [];
		for (;;) {
			const page = (await publicApi('GET', `/executions?${query}`)) as {
				data: Execution[];
				nextCursor: string | null;
			};
			all.push(...page.data);
			if (!page.nextCursor) break;
			query.set('cursor', page.nextCursor);
		}
		// n8n leaves out those that run, but not those that are about to.
		return filter.status ? all : all.filter(({ status }) => !unfinished.has(status));
	}

	const execution = async (id: string) =>
		(await publicApi('GET', `/executions/${id}?includeData=true`)) as Execution;

	return {
		executions,
		execution,
		async waitForExecution(id, timeoutMs = 300_000) {
			let last: Execution | undefined;
			const ended = async () => {
				try {
					last = await execution(id);
				} catch (error) {
					if (!isTooBusy(error)) throw error;
				}
				return !last || unfinished.has(last.status) ? undefined : last;
			};
			const onTimeout = () =>
				`Execution ${id} is still "${last?.status ?? 'unknown'}" after ${timeoutMs / 1000} s.`;
			return await poll(ended, { timeoutMs, onTimeout });
		},
		async waitForExecutions(filter, count, timeoutMs = 300_000) {
			let last: Execution[] = [];
			const enough = async () => {
				last = await executions(filter);
				return last.length >= count ? last : undefined;
			};
			const onTimeout = () =>
				`Found ${last.length} instead of ${count} executions for ${JSON.stringify(filter)} after ${timeoutMs / 1000} s.`;
			return await poll(enough, { timeoutMs, onTimeout });
		},
	};
}
