/** A cursor that names a position by sequence number, so that it outlives deletions. */
export function cursorOf(sequence: number): string {
	return Buffer.from(`at:${sequence}`).toString('base64url');
}

/** The position a cursor names, or `undefined` when it is none of ours. */
export function readCursor(cursor: string): number | undefined {
	const [, digits] = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	return digits === undefined ? undefined : Number(digits);
}
