import { cliScene, resultOf } from './support/cli-scene';

const at = cliScene();

/** The addresses that the command prints, once it runs. */
async function addressesOf(args: string[]) {
	const command = at.run(['sandbox', ...args]);
	const [printed] = await command.says(/State: .*\n/).then(() => [command.printed.stdout]);
	const [, page = ''] = /^Play a customer: +(\S+)/.exec(printed!) ?? [];
	const [, gateway = ''] = /Sandbox gateway: +(\S+)/.exec(printed!) ?? [];
	return { page: new URL(page), gateway };
}

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status;

it('prints the address of the page first, which opens as it is', async () => {
	const { page, gateway } = await addressesOf([]);
	expect(page.href).toBe(`${gateway}/sandbox/`);
	expect(page.hostname).toBe('127.0.0.1');
	expect(await statusOf(page.href)).toBe(200);
});

it('with a host that others can reach, prints an address with a token, and opens with nothing else', async () => {
	const { page } = await addressesOf(['--host', '0.0.0.0']);
	const here = `http://127.0.0.1:${page.port}/sandbox/`;
	expect(await statusOf(`${here}${page.search}`)).toBe(303);
	expect(await statusOf(here)).toBe(401);
	expect(await statusOf(`${here}?token=guessed`)).toBe(401);
	expect(page.hostname).not.toBe('0.0.0.0');
});

it('says what is wrong with a host', async () => {
	const { code, stderr } = await resultOf(at.run(['sandbox', '--host', '']));
	expect([code, stderr]).toEqual([2, expect.stringContaining('--host must be an address or a host name')]);
});
