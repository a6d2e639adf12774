import { openStore } from '../../store';
import { cliScene, resultOf } from './support/cli-scene';

const scene = cliScene();

const run = (...args: string[]) =>
	scene.start(['console', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl });

/** The address that the command prints, once it runs. */
async function addressOf(...args: string[]): Promise<string> {
	const [, address = ''] = await run(...args).says(/^Console: +(\S+)\n/);
	return address;
}

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;

describe('business-messaging console', () => {
	it('prints the address of a page that this machine alone can open, and ends when it is stopped', async () => {
		await (await openStore(scene.storeUrl)).close();
		const command = run();
		const [, address = ''] = await command.says(/^Console: +(http:\/\/127\.0\.0\.1:\d+\/console\/)\n/);
		expect(await statusOf(address)).toBe(200);
		expect(await (await fetch(`${address}api/campaigns`)).json()).toEqual({ rows: [] });
		command.child.kill('SIGTERM');
		expect(await command.ended).toBe(0);
	});

	it('with a token, opens with it and with nothing else', async () => {
		await (await openStore(scene.storeUrl)).close();
		const address = await addressOf('--token', 'a-token-of-some-length');
		expect(await statusOf(address)).toBe(200);
		expect(await statusOf(address.replace(/\?.*/, ''))).toBe(401);
	});

	it('says by its name which store is not there, and makes none', async () => {
		const { code, stderr } = await resultOf(run());
		expect([code, stderr]).toEqual([1, expect.stringContaining("store.db can't be opened for reading")]);
		expect((await resultOf(run())).code).toBe(1);
	});

	it('refuses to be reached by other machines without TLS', async () => {
		await (await openStore(scene.storeUrl)).close();
		const { code, stderr } = await resultOf(run('--host', '0.0.0.0'));
		expect([code, stderr]).toEqual([1, expect.stringContaining('so the console needs TLS')]);
	});

	it('blames a port in use on its flag', async () => {
		await (await openStore(scene.storeUrl)).close();
		const { port } = new URL(await addressOf());
		const { code, stderr } = await resultOf(run('--port', port));
		expect([code, stderr]).toEqual([
			1,
			`--port can't be used. The console can't listen on port ${port} of 127.0.0.1: another process is using it.\n`,
		]);
	});

	it('names all wrong flags at once', async () => {
		const { code, stderr } = await resultOf(run('--port', 'x', '--tls-cert', 'cert.pem'));
		expect(code).toBe(2);
		expect(stderr).toMatch(/--port must be a number/);
		expect(stderr).toMatch(/--tls-cert and --tls-key need each other/);
	});
});
