import { createServer } from 'node:net';
import { freePort, isFree } from '../../tools/n8n/free-port';
import { readStartOptions, USAGE } from '../../tools/main-job/start-options';

/** The first of three ports in a row that are free. */
async function freeRow(): Promise<number> {
	const port = await freePort();
	const free = await Promise.all([isFree(port + 1), isFree(port + 2)]);
	return free.every(Boolean) ? port : freeRow();
}

const why = (...args: string[]) => readStartOptions(args).then(String, (error: Error) => error.message);

it('npm start takes free ports, keeps running, and says little, unless it is asked otherwise', async () => {
	expect(await readStartOptions([])).toEqual({ help: false, once: false, verbose: false });
	const port = await freeRow();
	expect(await readStartOptions(['--once', '--verbose', '--help', `--port=${port}`])).toEqual({
		help: true,
		once: true,
		verbose: true,
		ports: [port, port + 1, port + 2],
	});
});

it('an option that npm start does not have is named, with those that it has', async () => {
	expect(await why('--prot', '5678')).toBe(`Unknown option '--prot'.\n\n${USAGE}`);
	expect(await why('campaign')).toBe(`Unexpected argument 'campaign'.\n\n${USAGE}`);
	expect(await why('--port')).toBe(`Option '--port <value>' argument missing.\n\n${USAGE}`);
});

it.each(['0', '65534', '80.5', 'n8n', ''])('--port "%s" is refused', async (port) => {
	expect(await why(`--port=${port}`)).toBe(`--port must be a whole number from 1 to 65533, not ${port}.`);
});

it('a port that is in use is named before anything starts', async () => {
	const port = await freeRow();
	const taken = await Promise.all(
		[port + 1, port + 2].map((each) => {
			const server = createServer();
			return new Promise<typeof server>((resolve) => server.listen(each, '127.0.0.1', () => resolve(server)));
		}),
	);
	const told = await why('--port', String(port));
	await Promise.all(taken.map((server) => new Promise((resolve) => server.close(resolve))));
	const ports = taken.map((_, at) => port + 1 + at);
	expect(told).toBe(
		`Ports ${ports.join(', ')} are in use. --port needs three free ports in a row: ${[port, ...ports].join(', ')}. Choose another one, or leave --port out.`,
	);
});
