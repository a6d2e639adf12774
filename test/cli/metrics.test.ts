import { openStore } from '../../store';
import { readExposition } from '../monitoring/support/read-exposition';
import { cliScene, resultOf } from './support/cli-scene';

const scene = cliScene();
const run = (...args: string[]) =>
	scene.run(['metrics', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl });
const serve = (port: string) =>
	scene.start(['metrics', '--port', port], { BUSINESS_MESSAGING_STORE: scene.storeUrl });
const logOf = (stderr: string) =>
	stderr
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line) as { event: string; message: string; version?: string });

describe('business-messaging metrics', () => {
	it('prints what the store says about itself, with the build', async () => {
		const store = await openStore(scene.storeUrl);
		store.addTally('sends', { number: '1', result: 'accepted' }, 3);
		await store.close();
		const { code, stdout, stderr } = await run();
		expect([code, stderr]).toEqual([0, '']);
		const metrics = readExposition(stdout);
		expect(metrics.get('business_messaging_sends_total')?.samples).toMatchObject([{ value: 3 }]);
		const [build] = metrics.get('business_messaging_build_info')!.samples;
		const version = await scene.run(['--version']);
		const { version: number, commit } = build!.labels;
		expect(version.stdout).toBe(`${number}${commit ? ` (${commit})` : ''}\n`);
	});

	it('makes no store where there is none', async () => {
		const { code, stderr } = await run();
		expect([code, stderr]).toEqual([1, expect.stringMatching(/doesn't exist\.\n$/)]);
	});

	it('with --port, serves them on this machine until it is stopped, and says so in its log', async () => {
		await (await openStore(scene.storeUrl)).close();
		const command = serve('0');
		const [, url] = await command.says(/^Metrics are at (http:\/\/127\.0\.0\.1:\d+\/metrics)\n/);
		const response = await fetch(url!);
		expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
		const metrics = readExposition(await response.text());
		expect(metrics.get('business_messaging_store_up')?.samples).toMatchObject([{ value: 1 }]);
		expect((await fetch(new URL('/', url))).status).toBe(404);
		command.child.kill('SIGTERM');
		expect(await command.ended).toBe(0);
		expect(logOf(command.printed.stderr).map(({ event }) => event)).toEqual([
			'started',
			'stopping',
			'stopped',
		]);
	});

	it('says in its log why it cannot start', async () => {
		await (await openStore(scene.storeUrl)).close();
		const first = serve('0');
		const [, port] = await first.says(/127\.0\.0\.1:(\d+)/);
		const { code, stderr } = await resultOf(serve(port!));
		expect(code).toBe(1);
		expect(logOf(stderr)).toMatchObject([
			{
				event: 'fatal',
				message: `--port can't be used. Can't listen on port ${port}: another process is using it.`,
			},
		]);
	});

	it('exits with 2 for wrong flags, with all of them named', async () => {
		const { code, stderr } = await scene.run(['metrics', '--host', '0.0.0.0', '--prot', '1']);
		expect(code).toBe(2);
		for (const mistake of [
			/--store is required/,
			/--host only works with --port\./,
			/Unknown flag: --prot/,
		]) {
			expect(stderr).toMatch(mistake);
		}
	});
});
