import { systemRuntime } from '../../base';

/** How often to look. ms */
const EVERY = 5;
/** Nothing that a test waits for takes longer, on a machine however busy. ms */
const LONGEST = 300_000;

/**
 * Waits for something that happens outside the test's own turn: in another process, in a server, or on a page.
 * @throws Error if it doesn't hold for minutes
 */
export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
	const giveUpAt = systemRuntime.monotonic() + LONGEST;
	while (!(await holds())) {
		if (systemRuntime.monotonic() > giveUpAt) throw new Error(`This didn't come to hold: ${holds}`);
		await new Promise<void>((resolve) => systemRuntime.after(EVERY, resolve));
	}
}

/** Lets everything run that waits for nothing but its turn. */
export async function turns(count = 10): Promise<void> {
	for (let turn = 0; turn < count; turn += 1) await systemRuntime.turn();
}
