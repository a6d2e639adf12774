import type { BodyMemory } from './load';

/**
 * Puts a body together from its chunks. Every chunk is an object of some hundred bytes, however little is in it, so
 * the chunks are copied into one buffer, which grows, and let go.
 */
export function openBodyBuffer(memory: BodyMemory, mostBytes: number) {
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
