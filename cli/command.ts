import { errorText } from '../base';
import type { Flags, ValuesOf } from './flags';
import { printError } from './print';

/** What an action was called with. */
export interface Call<Of extends Flags> {
	flags: ValuesOf<Of>;
	/** What stands behind the action; empty if it takes nothing, or if nothing was given. */
	word: string;
	/** What the value of a flag came from, for errors: the flag, or the environment variable. */
	named(flag: keyof Of & string): string;
}

/** One thing that a command does. */
export interface Action<Of extends Flags = Flags> {
	/** What stands behind the command; `undefined` if the command does only this. */
	name?: string;
	/** What stands behind the action. */
	word?: {
		/** As the help calls it. */
		name: string;
		/** For errors: what is missing. `undefined` if it can be left out. */
		needed?: string;
	};
	/** What it does, in a sentence without a subject. */
	does: string;
	flags: Of;
	/** What is wrong with flags that are right by themselves. @param given as they were typed */
	problems?(given: Readonly<Partial<Record<keyof Of, unknown>>>, word: string): string[];
	run(call: Call<Of>): Promise<void>;
}

/** A command of `business-messaging`: what it does, its flags, and its help come from this. */
export interface Command {
	name: string;
	/** What it does, in a line of the list of all commands. */
	does: string;
	/** What else to know before using it. */
	about?: string;
	/** What the exit codes mean that aren't 0 or 2. */
	exits: Readonly<Record<number, string>>;
	actions: readonly [Action, ...Action[]];
}

/** An action, with its flags as its own types. */
export const action = <const Of extends Flags>(of: Action<Of>): Action => of as unknown as Action;

/** Runs a callback when the process is asked to stop. A second signal ends the process at once. */
export function onStop(stop: () => Promise<void>): void {
	const signals = ['SIGINT', 'SIGTERM'] as const;
	const once = () => {
		for (const signal of signals) process.off(signal, once);
		stop().catch((error: unknown) => {
			printError(`${errorText(error)}\n`);
			process.exitCode = 1;
		});
	};
	for (const signal of signals) process.on(signal, once);
}
