/** A cursor that names a position by its sequence number, so that it survives deletions. */
export function cursorOf(sequence: number): string {
	return Buffer.from(`at:${sequence}`).toString('base64url');
}

/** The position a cursor names, or `undefined` if the sandbox didn't make it. */
export function readCursor(cursor: string): number | undefined {
	const [, digits] = /^at:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	return digits === undefined ? undefined : Number(digits);
}
