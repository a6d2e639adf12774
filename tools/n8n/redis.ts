import { connect } from 'node:net';

const timeoutMs = 5_000;

/**
 * Sends one command to Redis, such as `['PING']`.
 * @param url such as redis://127.0.0.1:6379
 * @returns the answer in Redis' own protocol
 * @throws if Redis doesn't answer
 */
export function askRedis(url: string, words: string[]): Promise<string> {
	const { hostname, port } = new URL(url);
	return new Promise((resolve, reject) => {
		const fail = (why: string) => reject(new Error(`Can't reach Redis at ${hostname}:${port}: ${why}.`));
		const socket = connect({ host: hostname, port: Number(port || 6379) });
		socket.setTimeout(timeoutMs, () => socket.destroy(new Error("it doesn't answer")));
		socket.once('error', ({ message }) => fail(message));
		socket.once('data', (answer) => {
			socket.end();
			resolve(answer.toString());
		});
		const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
		socket.write(`*${words.length}\r\n${parts.join('')}`);
	});
}
