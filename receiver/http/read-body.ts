import type { IncomingMessage } from 'node:http';
import type { BodyMemory, Load } from './load';

/**
 * Puts a body together from its chunks. Every chunk is an object of some hundred bytes, however little is in it, so
 * the chunks are copied into one buffer, which grows, and let go.
 */
function openBodyBuffer(memory: BodyMemory, mostBytes: number) {
	let buffer: Buffer = Buffer.alloc(0);
	let size = 0;

	/** Whether there is room for so many bytes in all. */
	function grow(needed: number): boolean {
		if (needed <= buffer.length) return true;
		const capacity = Math.min(Math.max(needed, 2 * buffer.length), mostBytes);
		if (!memory.take(capacity - buffer.length)) return false;
		const former = buffer;
		buffer = Buffer.allocUnsafeSlow(capacity);
		former.copy(buffer, 0, 0, size);
		return true;
	}

	return {
		get size() {
			return size;
		},
		/** Adds a chunk, with which the body isn't longer than `mostBytes`; false if there is no memory for it. */
		add(chunk: Buffer): boolean {
			memory.arrived(chunk.length);
			if (size === 0) {
				// Most bodies come in one chunk, which is a copy already.
				if (!memory.take(chunk.length)) return false;
				buffer = chunk;
			} else {
				if (!grow(size + chunk.length)) return false;
				chunk.copy(buffer, size);
			}
			size += chunk.length;
			return true;
		},
		whole: () => (size === buffer.length ? buffer : buffer.subarray(0, size)),
	};
}

/** A body that was read whole, and how to let go of it; or why it was not. */
type ReadBody = { rawBody: Buffer; release(): void } | { refused: 'too-large' | 'overload' | 'aborted' };

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
