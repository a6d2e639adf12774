import type { IncomingMessage } from 'node:http';
import { openBodyBuffer } from './body-buffer';
import type { Load } from './load';

/** A body that was read whole, and how to let go of it; or why it was not. */
export type ReadBody =
	{ rawBody: Buffer; release(): void } | { refused: 'too-large' | 'overload' | 'aborted' };

/**
 * Reads a request's body as it was sent, up to `bodyBytes`. The memory that holds it counts in `load` until it is
 * released; of a body that is refused none is kept, and the rest of it is let through unread.
 */
export function readBody(request: IncomingMessage, load: Load, bodyBytes: number): Promise<ReadBody> {
	const told = Number(request.headers['content-length'] ?? NaN);
	if (told > bodyBytes) {
		request.resume();
		return Promise.resolve({ refused: 'too-large' });
	}
	return new Promise((resolve) => {
		const memory = load.openBody(request.socket.remoteAddress ?? '', () => settle({ refused: 'overload' }));
		const body = openBodyBuffer(memory, Number.isNaN(told) ? bodyBytes : told);

		function settle(result: ReadBody): void {
			request.off('data', onData).off('end', onEnd).off('close', onClose);
			if ('refused' in result) {
				memory.release();
				request.resume();
			}
			resolve(result);
		}
		function onData(chunk: Buffer): void {
			if (body.size + chunk.length > bodyBytes) return settle({ refused: 'too-large' });
			if (!body.add(chunk)) settle({ refused: 'overload' });
		}
		function onEnd(): void {
			memory.complete();
			settle({ rawBody: body.whole(), release: memory.release });
		}
		/** The connection ended before the body did. */
		function onClose(): void {
			settle({ refused: 'aborted' });
		}
		request.on('data', onData).on('end', onEnd).on('close', onClose);
	});
}
