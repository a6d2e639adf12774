/** Counts what each holder has of something, and says when it would be too much. */
export function openQuota(limit: number) {
	const held = new Map<string, number>();
	return {
		/** Whether the holder may have so much more; it counts until it is released. */
		take(holder: string, count: number): boolean {
			if (limit === Infinity) return true;
			const now = (held.get(holder) ?? 0) + count;
			if (now > limit) return false;
			held.set(holder, now);
			return true;
		},
		release(holder: string, count: number): void {
			if (limit === Infinity) return;
			const left = (held.get(holder) ?? 0) - count;
			if (left > 0) held.set(holder, left);
			else held.delete(holder);
		},
	};
}
