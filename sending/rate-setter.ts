import type { Store } from '../engine';

/** Sets the rate of each number that a sender sends from, once; a sender without a rate sets none. */
export function rateSetter(
	rates: Store['rates'],
	perSecond: number | undefined,
): (channel: string) => Promise<void> {
	const set = new Map<string, Promise<void>>();
	return async (channel) => {
		if (perSecond === undefined) return;
		const setting = set.get(channel) ?? rates.set(channel, perSecond);
		set.set(channel, setting);
		setting.catch(() => set.delete(channel));
		return setting;
	};
}
