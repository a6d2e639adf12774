import type { IncomingMessage } from 'node:http';
import type { Load } from './load';

/** A body that was read whole, and how to let go of it; or why it was not. */
export type ReadBody =
	{ rawBody: Buffer; release(): void } | { refused: 'too-large' | 'overload' } | { refused: 'aborted' };

/**
 * Reads a request's body as it was sent, up to `bodyBytes`. Its bytes count in `load` as they come, until it is
 * released; of a body that is refused none is kept, and the rest of it is let through unread.
 */
export function readBody(request: IncomingMessage, load: Load, bodyBytes: number): Promise<ReadBody> {
	if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
		request.resume();
		return Promise.resolve({ refused: 'too-large' });
	}
	return new Promise((resolve) => {
		const chunks: Buffer[] = [];
		let size = 0;

		function settle(result: ReadBody): void {
			request.off('data', onData).off('end', onEnd).off('close', onClose);
			if ('refused' in result) {
				load.releaseBytes(size);
				request.resume();
			}
			resolve(result);
		}
		function onData(chunk: Buffer): void {
			if (size + chunk.length > bodyBytes) return settle({ refused: 'too-large' });
			if (!load.takeBytes(chunk.length)) return settle({ refused: 'overload' });
			size += chunk.length;
			chunks.push(chunk);
		}
		function onEnd(): void {
			const rawBody = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
			settle({ rawBody, release: () => load.releaseBytes(size) });
		}
		/** The connection ended before the body did. */
		function onClose(): void {
			settle({ refused: 'aborted' });
		}
		request.on('data', onData).on('end', onEnd).on('close', onClose);
	});
}
