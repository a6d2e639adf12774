import { buildName, errorText } from '../base';
import { logToStderr } from '../receiver';
import { onStop } from './command';
import { FlagMistakes } from './read-arguments';

function fatal(error: unknown): void {
	logToStderr({ level: 'error', event: 'fatal', message: errorText(error) });
	process.exitCode = 1;
}

/** What a command that runs until it is stopped says in its log, from its start to its end. */
export interface Service {
	/** It is ready, and says where. */
	started(message: string): void;
	/** Has the process end in order when it is asked to stop. */
	endsWith(stop: () => Promise<void>): void;
}

/**
 * Runs a service. What it can't go on from is a line of its log, and the process ends with exit code 1.
 * @throws FlagMistakes
 */
export async function runService(run: (service: Service) => Promise<void>): Promise<void> {
	process.on('uncaughtException', (error) => {
		fatal(error);
		process.exit();
	});
	const service: Service = {
		started(message) {
			logToStderr({ level: 'info', event: 'started', message, version: buildName(), pid: process.pid });
		},
		endsWith(stop) {
			onStop(async (signal) => {
				const message = `${signal} came. What is in progress is finished first.`;
				logToStderr({ level: 'info', event: 'stopping', message });
				try {
					await stop();
					logToStderr({ level: 'info', event: 'stopped', message: 'Nothing is in progress any more.' });
				} catch (error) {
					fatal(error);
				}
			});
		},
	};
	try {
		await run(service);
	} catch (error) {
		if (error instanceof FlagMistakes) throw error;
		fatal(error);
	}
}
