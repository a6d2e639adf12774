/** Segments that hold the size of a JPEG: start of frame, of whatever coding. */
const FRAMES: ReadonlySet<number> = new Set([
	0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
]);

/** Width and height of a JPEG picture in pixels; `undefined` for anything else. */
export function jpegSize(content: Uint8Array): { width: number; height: number } | undefined {
	const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
	if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
	let at = 2;
	while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
		const marker = view.getUint8(at + 1);
		if (FRAMES.has(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
		// Markers may be preceded by any number of fill bytes.
		at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
	}
	return undefined;
}
