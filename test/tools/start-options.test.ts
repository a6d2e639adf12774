import { createServer, type AddressInfo } from 'node:net';
import { freePort } from '../../tools/n8n/free-port';
import { readStartOptions, USAGE } from '../../tools/main-job/start-options';

const why = (...args: string[]) => readStartOptions(args).then(String, (error: Error) => error.message);

it('npm start takes free ports, keeps running, and says little, unless it is asked otherwise', async () => {
	expect(await readStartOptions([])).toEqual({ help: false, once: false, verbose: false });
	expect(await readStartOptions(['--once', '--verbose', '--help'])).toEqual({
		help: true,
		once: true,
		verbose: true,
	});
});

it('npm start takes three ports in a row from the one that it is given', async () => {
	const inRow = async (): Promise<[port: number, ports: unknown]> => {
		const port = await freePort();
		// Other processes take ports meanwhile.
		const read = await readStartOptions([`--port=${port}`]).catch(() => undefined);
		return read ? [port, read.ports] : inRow();
	};
	const [port, ports] = await inRow();
	expect(ports).toEqual([port, port + 1, port + 2]);
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
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const taken = (server.address() as AddressInfo).port;
	const told = await why('--port', String(taken - 1));
	await new Promise((resolve) => server.close(resolve));
	expect(told).toMatch(new RegExp(`^Ports? [^.]*\\b${taken}\\b[^.]* in use\\.`));
	expect(told).toContain(
		`--port needs three free ports in a row: ${taken - 1}, ${taken}, ${taken + 1}. Choose another one, or leave --port out.`,
	);
});
