import { errorText } from '../base';
import { printError } from './print';

/** A command of `business-messaging`. */
export interface Command {
	/** What it does, and its flags. */
	usage: string;
	run(args: string[]): Promise<void>;
}

/** Calls back when the process is asked to end; asked a second time it ends at once. */
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
