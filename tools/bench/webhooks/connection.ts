import { connect } from 'node:net';

/** A keep-alive connection for one request at a time, with as little overhead as possible. */
export interface Connection {
	/** Returns the answer's status, or 0 if the connection broke. */
	send(request: Buffer): Promise<number>;
	close(): void;
}

/** Whether an answer is complete. */
function isWhole(text: string): boolean {
	const end = text.indexOf('\r\n\r\n');
	if (end === -1) return false;
	const head = text.slice(0, end).toLowerCase();
	if (head.includes('transfer-encoding: chunked')) return text.endsWith('0\r\n\r\n');
	const length = /content-length: (\d+)/.exec(head)?.[1] ?? '0';
	return text.length - end - 4 >= Number(length);
}

export async function openConnection(url: URL): Promise<Connection> {
	let answered: ((status: number) => void) | undefined;
	let heard = '';

	async function open() {
		const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
		await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
		const end = (status: number) => {
			heard = '';
			const resolve = answered;
			answered = undefined;
			resolve?.(status);
		};
		socket.on('data', (chunk: Buffer) => {
			heard += chunk.toString('latin1');
			if (isWhole(heard)) end(Number(heard.slice(9, 12)));
		});
		socket.on('error', () => {}).on('close', () => end(0));
		return socket;
	}

	let socket = await open();
	return {
		async send(request) {
			if (socket.destroyed) socket = await open();
			return await new Promise<number>((resolve) => {
				answered = resolve;
				socket.write(request);
			});
		},
		close: () => void socket.destroy(),
	};
}
