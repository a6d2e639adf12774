import { connect } from 'node:net';
import { headOf, openRawConnection } from './support/raw-connection';
import type { ReceiverProcess } from './support/receiver-process';
import { startReceiverProcess } from './support/receiver-process';

let receiver: ReceiverProcess;
beforeEach(async () => {
	receiver = await startReceiverProcess();
});
afterEach(() => receiver.end());

const THREE_MEGABYTES = 3 * 1_024 * 1_024;

/** Says `text` over a connection of its own, until all of it is said or the other side hangs up. */
function say(text: string): Promise<void> {
	const { hostname, port } = new URL(receiver.url);
	return new Promise((resolve) => {
		const socket = connect(Number(port), hostname, () => socket.write(text, () => socket.end()));
		socket.resume().on('error', () => {});
		socket.once('close', () => resolve());
	});
}

const signatures = [
	['no signature', ''],
	['a malformed signature', 'sha256=none'],
	['a forged signature of the right form', 'ab'.repeat(32)],
] as const;

describe.each(signatures)('in a process with a heap of 256 MB, who comes with %s', (_, signature) => {
	const signed = { 'x-provider-signature': signature };

	it('and a body of 3 MB in chunks of one byte does not end it', async () => {
		const head = headOf('', { ...signed, 'transfer-encoding': 'chunked' });
		const attack = `${head}${'1\r\nx\r\n'.repeat(THREE_MEGABYTES)}0\r\n\r\n`;
		await Promise.all([say(attack), say(attack), say(attack)]);
		expect(await receiver.deliver('wamid.after')).toBe(200);
	});

	it('and asks 300,000 times without reading an answer does not end it', async () => {
		const asked = 'GET /healthz HTTP/1.1\r\nhost: receiver\r\n\r\n';
		const posted = headOf('{}', signed) + '{}';
		const silent = await Promise.all([0, 1, 2].map(() => openRawConnection(receiver.url, { reads: false })));
		for (const connection of silent)
			for (let time = 0; time < 50; time += 1) connection.write((asked + posted).repeat(1_000));
		expect(await receiver.deliver('wamid.meanwhile')).toBe(200);
		for (const connection of silent) connection.cut();
		expect(await receiver.deliver('wamid.after')).toBe(200);
	});
});

it.each(['stderr', 'stdout'] as const)('goes on when nobody reads its %s any more', async (stream) => {
	receiver.command.child[stream]!.destroy();
	const headers = { 'x-provider-signature': 'ab'.repeat(32) };
	for (let time = 0; time < 3; time += 1) {
		expect((await fetch(receiver.url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
	}
	expect((await fetch(new URL('/elsewhere', receiver.url))).status).toBe(404);
	expect(await receiver.deliver('wamid.after')).toBe(200);
});
