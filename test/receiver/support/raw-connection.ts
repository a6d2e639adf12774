import { connect } from 'node:net';
import { signPayload } from '../../../engine';
import { SECRET } from './receiver-scene';

/** A bare connection, to say what no client of HTTP says. */
export interface RawConnection {
	write(text: string): void;
	/** All that came, once `part` is in it. */
	answered(part: string | RegExp): Promise<string>;
	/** All that came, once the other side has ended the connection. */
	ended(): Promise<string>;
	/** Hangs up without a word. */
	cut(): void;
}

/** @param reads whether it reads what comes; everything stays with the other side if it doesn't */
export async function openRawConnection(url: string, { reads = true } = {}): Promise<RawConnection> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	let heard = '';
	let isOver = false;
	const waiting = new Set<() => void>();
	const tell = () => waiting.forEach((each) => each());
	if (reads) {
		socket.on('data', (chunk: Buffer) => {
			heard += chunk.toString();
			tell();
		});
	}
	const over = () => {
		isOver = true;
		tell();
	};
	socket.on('error', over).on('close', over).on('end', over);
	await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));

	const when = (holds: () => boolean) =>
		new Promise<string>((resolve, reject) => {
			const look = () => {
				if (!holds() && !isOver) return;
				waiting.delete(look);
				if (holds()) resolve(heard);
				else reject(new Error(`The connection ended with: ${heard}`));
			};
			waiting.add(look);
			look();
		});
	return {
		write: (text) => void socket.write(text),
		answered: (part) => when(() => (typeof part === 'string' ? heard.includes(part) : part.test(heard))),
		ended: () => when(() => isOver),
		cut: () => void socket.destroy(),
	};
}

/** The head of a delivery, up to and with the empty line. */
export function headOf(body: string, headers: Record<string, string> = {}): string {
	const all = {
		host: 'receiver',
		'x-provider-signature': signPayload(body, SECRET),
		...('transfer-encoding' in headers ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
		...headers,
	};
	const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
	return `POST /webhook HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}

/** Text as one chunk of a body that comes in chunks. */
export const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
