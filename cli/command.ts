import { errorText } from '../base';
import { assertExists, storeAddress } from '../store/maintenance';
import { printError } from './print';

/** A command of `business-messaging`. */
export interface Command {
	/** The help text: what the command does, and its flags. */
	usage: string;
	run(args: string[]): Promise<void>;
}

/** Runs a callback when the process is asked to stop. A second signal ends the process at once. */
export function onStop(stop: (signal: NodeJS.Signals) => Promise<void>): void {
	const signals = ['SIGINT', 'SIGTERM'] as const;
	const once = (signal: NodeJS.Signals) => {
		for (const each of signals) process.off(each, once);
		stop(signal).catch((error: unknown) => {
			printError(`${errorText(error)}\n`);
			process.exitCode = 1;
		});
	};
	for (const signal of signals) process.on(signal, once);
}

/** Opening a store creates it if it doesn't exist, which a command that only reads must not do. */
export function assertStoreExists(url: string): void {
	const address = storeAddress(url);
	if (address.database === 'sqlite') assertExists(address.file);
}
