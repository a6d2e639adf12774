import { AsyncLocalStorage } from 'node:async_hooks';
import { Writable } from 'node:stream';
import { run } from '../../../cli/run';

/** What a command printed, and how it ended. */
export interface Result {
	code: unknown;
	stdout: string;
	stderr: string;
}

interface OwnProcess {
	env: NodeJS.ProcessEnv;
	exitCode: typeof process.exitCode;
	stdin: object;
	stdout: Writable;
	stderr: Writable;
}

/** Where each command finds what it takes for its process. */
const own = new AsyncLocalStorage<OwnProcess>();

for (const name of ['env', 'exitCode', 'stdin', 'stdout', 'stderr'] as const) {
	const { [name]: ofTests } = process;
	let value: unknown = ofTests;
	Object.defineProperty(process, name, {
		get: () => own.getStore()?.[name] ?? value,
		set(next: unknown) {
			const command = own.getStore();
			if (command) Object.assign(command, { [name]: next });
			else value = next;
		},
	});
}

function collected(): { stream: Writable; text: () => string } {
	const chunks: string[] = [];
	const stream = new Writable({
		decodeStrings: false,
		write(chunk: string | Buffer, _encoding, done) {
			chunks.push(chunk.toString());
			done();
		},
	});
	return { stream, text: () => chunks.join('') };
}

/**
 * Carries out `business-messaging` in the process of the tests, since starting one of its own takes longer than most
 * commands. For commands that end by themselves; `test/cli/processes` shows that they do.
 */
export async function runHere(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Result> {
	const [stdout, stderr] = [collected(), collected()];
	const command: OwnProcess = {
		env: { ...process.env, ...env },
		exitCode: undefined,
		stdin: {},
		stdout: stdout.stream,
		stderr: stderr.stream,
	};
	await own.run(command, () => run(args));
	return { code: command.exitCode ?? 0, stdout: stdout.text(), stderr: stderr.text() };
}
