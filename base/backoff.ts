/** How long to wait between tries: the first time, and at most. ms */
export interface Backoff {
	first: number;
	most: number;
}

/** How long to wait after so many failures in a row (from 1): twice as long each time, up to the most. ms */
export function backoffAfter({ first, most }: Backoff, failures: number): number {
	return Math.min(first * 2 ** (failures - 1), most);
}
