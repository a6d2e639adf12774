import type { Backoff } from '../base';
import { errorText, inPlainCharacters, systemRuntime } from '../base';

/** Something that a person may have to look at. Never a secret, a message's text, or a phone number. */
export interface Incident {
	level: 'info' | 'warn' | 'error';
	/** What happened, by a name to search for. */
	event: string;
	message: string;
	/** How often it happened since it was last told. */
	times?: number;
	[detail: string]: string | number | undefined;
}

export type Log = (incident: Incident) => void;

/** Tells of an incident; those with the same key are the same. */
export type Tell = (key: string, incident: Incident) => void;

/** The same incident is told once in this time, with how often it happened meanwhile. ms */
const TELL_AGAIN_AFTER = 10_000;

/** A stream that is no longer read isn't a reason for the process to end. */
const ignore = () => {};

/** One JSON line an incident, on stderr. */
export const logToStderr: Log = (incident) => {
	if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
	const line = JSON.stringify({ time: new Date(systemRuntime.now()).toISOString(), ...incident });
	process.stderr.write(`${inPlainCharacters(line)}\n`);
};

/**
 * A log that a flood of the same incident does not fill: the first is told at once, the next ones together.
 */
export function withoutFloods(log: Log, monotonicTime: () => number = systemRuntime.monotonic): Tell {
	const told = new Map<string, { at: number; untold: number }>();
	return (key, incident) => {
		const last = told.get(key);
		if (last && monotonicTime() - last.at < TELL_AGAIN_AFTER) {
			last.untold += 1;
			return;
		}
		told.set(key, { at: monotonicTime(), untold: 0 });
		log(last && last.untold > 0 ? { ...incident, times: last.untold + 1 } : incident);
	};
}

/** How long to leave a store alone that is in trouble. */
export const STORE_BACKOFF: Backoff = { first: 250, most: 10_000 };

/** The incident of a store that doesn't answer. @param effect what else to say of it, after a comma */
export const storeTrouble = (
	error: unknown,
	details: Record<string, string> = {},
	effect = '',
): Incident => ({
	level: 'error',
	event: 'store-trouble',
	message: `The store doesn't respond${effect}: ${errorText(error)}`,
	...details,
});
