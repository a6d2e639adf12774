import { DAY, MINUTE } from '../../base';
import { isUserId } from '../../platform';
import { beginningOf } from '../../rules';
import { formNow, mostFor, reservationOf } from '../money/reservation';
import { asUnits } from '../money/amounts';
import { dayIn } from '../money/days';
import { accountOfNumber } from '../money/prices-of-account';
import type { PriceList, SavedPriceTable } from '../money/price-table';
import { priceListOf } from '../money/price-table';
import type { Facts } from '../policies/facts';
import { inUnitsOf, spentWith } from '../policies/facts-of-money';
import type { PolicyDocument } from '../policies/policy';
import { asksMoney, factsAskedBy } from '../policies/reads-of-policy';
import type { KeptDecision } from '../store/decisions';
import type { Reservation } from '../store/money';
import type { Store } from '../store/store';
import type { Known } from './kept-facts';
import { isSent } from './replay-result';
import type { SpendingCourse } from './spending-course';
import { openSpendingCourse } from './spending-course';

/** The time at which a day of a time zone begins. Epoch ms */
const beginsAt = (day: string, timeZone: string) => beginningOf(Date.parse(day) / DAY, timeZone);

/** A message that goes out begins this long after it was decided, at most. ms */
const BEGINS_WITHIN = MINUTE;

const monthOf = (day: string) => day.replace(/\d\d$/, '01');

/** The prices as they were at a time; `undefined` if there were none, or if some of that day were set since. */
function pricesThen(tables: readonly SavedPriceTable[], at: number): PriceList | undefined {
	const list = priceListOf(tables.filter(({ savedAt }) => savedAt <= at));
	if (!list) return undefined;
	const { currency, timeZone } = list;
	const day = dayIn(timeZone, at);
	const isOfLater = (table: SavedPriceTable) =>
		table.firstDay > day && table.currency === currency && table.timeZone === timeZone;
	return tables.every((table) => table.savedAt <= at || isOfLater(table)) ? list : undefined;
}

/** The form that a message would have gone out in; `undefined` if it can't be told. */
function formThen(
	decision: KeptDecision,
	{ window, hasFreeform, hasTemplate }: Partial<Facts>,
): 'freeform' | 'template' | undefined {
	const sent = isSent(decision) ? (decision.action as 'freeform' | 'template') : undefined;
	if (window === undefined || hasFreeform === undefined || hasTemplate === undefined) return sent;
	const form = formNow({ window, hasFreeform, hasTemplate });
	return sent === undefined || sent === form ? form : undefined;
}

/** What a message would have added that didn't go out; `undefined` if it can't be told. */
function reservationThen(
	decision: KeptDecision,
	{ category, campaign = 'none', ...facts }: Partial<Facts>,
	prices: PriceList,
): Reservation | undefined {
	const { estimate, contact, at } = decision;
	const action = formThen(decision, facts);
	if (action === undefined || category === undefined || estimate?.currency !== prices.currency)
		return undefined;
	// The phone number that tells the price isn't kept.
	if ('why' in estimate && isUserId(contact)) return undefined;
	const amount =
		'amount' in estimate ? estimate.amount : mostFor({ to: contact, action, category }, prices, at);
	if (amount === undefined) return undefined;
	const cost = asUnits(amount);
	const costs = { costIfFreeform: cost, costIfTemplate: cost };
	return reservationOf(action, { campaign, category, ...costs, now: at }, prices);
}

/** Since when what a number sent is kept. Epoch ms */
type KeptSince = (channel: string) => number;

/**
 * Rebuilds what was spent before decisions, for a policy that asks for it: what messages began with, and what was known
 * since of what they cost. Nothing is said of times of which messages were forgotten, or whose prices were set later.
 * @param account the account of the numbers, if the caller knows it
 */
export function openSpentThen(
	store: Store,
	candidate: Pick<PolicyDocument, 'rules'>,
	keptSince: KeptSince,
	account: string | undefined,
): (known: readonly Known[]) => Promise<Array<Partial<Facts>>> {
	const asksSpending = asksMoney(candidate) === 'spending';
	const asksCampaign = candidate.rules.flatMap(factsAskedBy).includes('spentByCampaign');

	interface OfNumber {
		tables: SavedPriceTable[];
		/** When campaigns were planned, if the policy asks for what they cost. Epoch ms */
		plannedAt: ReadonlyMap<string, number>;
		course?: SpendingCourse;
	}
	const ofNumbers = new Map<string, OfNumber>();

	async function readNumber(channel: string): Promise<OfNumber> {
		const known = ofNumbers.get(channel);
		if (known) return known;
		const ofNumber = account ?? (await accountOfNumber(store, channel));
		const tables = ofNumber === undefined ? [] : await store.money.pricesOf(ofNumber);
		const campaigns = asksCampaign ? await store.campaigns.list({ channel }) : [];
		const read = { tables, plannedAt: new Map(campaigns.map(({ id, plannedAt }) => [id, plannedAt])) };
		ofNumbers.set(channel, read);
		return read;
	}

	/** What was spent before a decision, with its message. */
	function spentBefore(
		{ decision, facts }: Known,
		prices: PriceList,
		course: SpendingCourse,
		{ plannedAt }: OfNumber,
	): Partial<Facts> {
		const { at, channel, key } = decision;
		// What begins together is counted one after the other, so a message that went out is judged as it began.
		const begun = isSent(decision) && formThen(decision, facts) ? course.begun(key) : undefined;
		const own = begun?.reserved ?? reservationThen(decision, facts, prices);
		if (!own) return {};
		const { day, campaign } = own;
		const spent = course.spentAt(begun?.place ?? course.placeAt(at), { day, campaign });
		const sums = inUnitsOf(spentWith(own, spent));
		const isKept = (time: number) => time >= keptSince(channel);
		const isCampaignKnown = begun !== undefined || facts.campaign !== undefined;
		const ends = prices.endsOf(day);
		return {
			accountDayEndsAt: ends.day,
			accountMonthEndsAt: ends.month,
			...(isKept(beginsAt(day, prices.timeZone)) && {
				spentToday: sums.spentToday,
				spentTodayTogether: sums.spentTodayTogether,
			}),
			...(isKept(beginsAt(monthOf(day), prices.timeZone)) && {
				spentThisMonth: sums.spentThisMonth,
				spentThisMonthTogether: sums.spentThisMonthTogether,
			}),
			...(isCampaignKnown &&
				isKept(campaign === '' ? at : (plannedAt.get(campaign) ?? -Infinity)) && {
					spentByCampaign: sums.spentByCampaign,
				}),
		};
	}

	return async (known) => {
		const found = new Map<Known, Partial<Facts>>();
		if (!asksSpending) return known.map(() => ({}));
		const channels = new Set(known.map(({ decision }) => decision.channel));
		for (const channel of channels) {
			const those = known.filter(({ decision }) => decision.channel === channel);
			const number = await readNumber(channel);
			const lists = new Map(those.map((one) => [one, pricesThen(number.tables, one.decision.at)]));
			const priced = those.filter((one) => lists.get(one));
			const first = priced[0];
			if (!first) continue;
			const { timeZone } = lists.get(first)!;
			const month = beginsAt(monthOf(dayIn(timeZone, first.decision.at)), timeZone);
			const from = Math.min(month, ...number.plannedAt.values());
			const course = (number.course ??= openSpendingCourse(store, channel, from));
			await course.readUpTo(Math.max(...priced.map(({ decision }) => decision.at)) + BEGINS_WITHIN);
			for (const one of priced) found.set(one, spentBefore(one, lists.get(one)!, course, number));
		}
		return known.map((one) => found.get(one) ?? {});
	};
}
