/** What is read of an n8n: its metric, what it is called here, and how many of its units one of ours is. */
const METRICS = [
	['process_resident_memory_bytes', 'memory (RSS)', 'MB', 1_048_576],
	['nodejs_heap_size_used_bytes', 'heap', 'MB', 1_048_576],
	['nodejs_active_handles_total', 'handles', '', 1],
	['process_open_fds', 'open files', '', 1],
] as const;

/** Makes n8n tell what is sampled. */
export const N8N_TELLS = { N8N_METRICS: 'true' };

/** What an n8n uses at the moment. */
export async function sampleN8n(url: string): Promise<Array<{ name: string; unit: string; value: number }>> {
	const text = await (await fetch(`${url}/metrics`)).text();
	return METRICS.flatMap(([metric, name, unit, divisor]) => {
		const value = new RegExp(`^(?:n8n_)?${metric} (\\S+)$`, 'm').exec(text)?.[1];
		return value === undefined ? [] : [{ name, unit, value: Number(value) / divisor }];
	});
}
