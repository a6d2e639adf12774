import { parseArgs } from 'node:util';
import { isFree } from '../n8n/free-port';

/** The ports of n8n, of the sandbox, and of the console; free ones if there are none. */
export type StartPorts = readonly [n8n: number, sandbox: number, console: number];

/** What `npm start` was asked for. */
export interface StartOptions {
	help: boolean;
	once: boolean;
	verbose: boolean;
	ports?: StartPorts;
}

/** What `npm start -- --help` prints. */
export const USAGE = `npm start -- [options]

  --port 5678   n8n's port; the page of the sandbox has the next one, and the console the one after it.
                By default, they are free ones, so the addresses differ each time
  --verbose     also print what each customer got and why, and what happened with three of them
  --once        stop after the campaign; the exit code is 1 if the sandbox saw anything that the rules forbid
  --help        print this`;

const OPTIONS = {
	help: { type: 'boolean', default: false },
	once: { type: 'boolean', default: false },
	verbose: { type: 'boolean', default: false },
	port: { type: 'string' },
} as const;

function parsed(args: readonly string[]) {
	try {
		return parseArgs({ args: [...args], options: OPTIONS }).values;
	} catch (error) {
		throw new Error(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`, { cause: error });
	}
}

/**
 * Reads the arguments of `npm start`.
 * @throws Error with what is wrong, and what to do
 */
export async function readStartOptions(args: readonly string[]): Promise<StartOptions> {
	const { port, ...asked } = parsed(args);
	if (port === undefined) return asked;
	const first = Number(port);
	if (!Number.isInteger(first) || first < 1 || first > 65_533) {
		throw new Error(`--port must be a whole number from 1 to 65533, not ${port}.`);
	}
	const ports = [first, first + 1, first + 2] as const;
	const free = await Promise.all(ports.map(isFree));
	const taken = ports.filter((_, at) => !free[at]);
	if (taken.length > 0) {
		throw new Error(
			`${taken.length === 1 ? `Port ${taken[0]} is` : `Ports ${taken.join(', ')} are`} in use. --port needs three free ports in a row: ${ports.join(', ')}. Choose another one, or leave --port out.`,
		);
	}
	return { ...asked, ports };
}
