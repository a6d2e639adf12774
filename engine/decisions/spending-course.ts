import { DAY } from '../../base';
import type { SpendingStep, SpentQuery, SpentSoFar } from '../store/money';
import type { Store } from '../store/store';

/** How much of what is added to the same was spent at each of some steps. */
interface Series extends Pick<SpendingStep, 'day' | 'category' | 'campaign'> {
	places: number[];
	sums: number[];
}

/** How many of some numbers in ascending order are below another one. */
function countBelow(numbers: readonly number[], limit: number): number {
	let low = 0;
	for (let high = numbers.length; low < high;) {
		const middle = (low + high) >> 1;
		if (numbers[middle]! < limit) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** What comes at the same time has the order of its keys, as messages that begin together count one after the other. */
const inOrder = (a: SpendingStep, b: SpendingStep) =>
	a.at - b.at || ((a.key ?? '') < (b.key ?? '') ? -1 : Number(a.key !== b.key));

/** A message that began, and how many steps came before. */
interface Begun {
	reserved: SpendingStep;
	place: number;
}

/** How what a number spent grew from a time on. Read in the order of time, each message once. */
export interface SpendingCourse {
	/** Reads up to a time. Epoch ms */
	readUpTo(to: number): Promise<void>;
	/** A message, if it began. */
	begun(key: string): Begun | undefined;
	/** How many steps came before a time. Epoch ms */
	placeAt(time: number): number;
	/** What so many steps came to. */
	spentAt(place: number, query: Omit<SpentQuery, 'channel'>): SpentSoFar[];
}

/** @param from epoch ms */
export function openSpendingCourse(
	store: Pick<Store, 'money' | 'runtime'>,
	channel: string,
	from: number,
): SpendingCourse {
	const times: number[] = [];
	const ofKeys = new Map<string, Begun>();
	const ofKinds = new Map<string, Series>();
	let ahead: SpendingStep[] = [];
	let readTo = from;

	function add(step: SpendingStep): void {
		const { at, day, category, campaign, key, amount } = step;
		const place = times.length;
		const kind = JSON.stringify([day, category, campaign]);
		const series = ofKinds.get(kind) ?? { day, category, campaign, places: [], sums: [] };
		ofKinds.set(kind, series);
		series.places.push(place);
		series.sums.push((series.sums.at(-1) ?? 0) + amount);
		if (key !== undefined) ofKeys.set(key, { reserved: step, place });
		times.push(at);
	}

	return {
		async readUpTo(to) {
			while (readTo < to) {
				const end = Math.min(to, readTo + DAY);
				const steps = await store.money.spendingSteps({ channel, from: readTo, to: end });
				const sorted = [...ahead, ...steps].sort(inOrder);
				ahead = sorted.filter(({ at }) => at >= end);
				for (const step of sorted) if (step.at < end) add(step);
				readTo = end;
				await store.runtime.turn();
			}
		},
		begun: (key) => ofKeys.get(key),
		placeAt: (time) => countBelow(times, time),
		spentAt(place, { day, campaign }) {
			const month = day.slice(0, 7);
			const ofCategories = new Map<string, SpentSoFar>();
			for (const one of ofKinds.values()) {
				const { category } = one;
				const sum = one.sums[countBelow(one.places, place) - 1] ?? 0;
				const nothing = { category, today: 0, thisMonth: 0, byCampaign: 0, freeService: 0 };
				const spent = ofCategories.get(category) ?? nothing;
				ofCategories.set(category, spent);
				if (one.day === day) spent.today += sum;
				if (one.day.startsWith(month)) spent.thisMonth += sum;
				if (campaign !== '' && one.campaign === campaign) spent.byCampaign += sum;
			}
			return [...ofCategories.values()];
		},
	};
}
