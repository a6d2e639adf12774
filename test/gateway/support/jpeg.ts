/** The head of a JPEG picture of this size, filled up to `bytes`. */
export function jpeg(width: number, height: number, bytes = 64): Buffer {
	const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8]);
	const size = Buffer.alloc(4);
	size.writeUInt16BE(height, 0);
	size.writeUInt16BE(width, 2);
	const start = Buffer.concat([head, size]);
	return Buffer.concat([start, Buffer.alloc(bytes - start.length)]);
}
