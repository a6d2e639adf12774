/** Lets a signal end this process as `process.exit` does, so that the processes that it started end with it. */
export function endOnSignal(): void {
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
}
