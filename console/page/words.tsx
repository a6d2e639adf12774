import { TIME_IN_SENTENCE } from '../../base/time-in-sentence';
import type { RecipientState } from '../../engine';
import { asDayAndTime, asTime, DAY } from '../../page/times';
import type { CampaignRecord, CustomerList } from '../records';

const counted = new Intl.NumberFormat('en-US');

/** `1,234` */
export const asCount = (count: number): string => counted.format(count);

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** `66%` of 2 of 3; nothing is 100% before everything is. */
export const asShare = (part: number, whole: number): string =>
	percent.format(whole === 0 ? 0 : Math.floor((part * 100) / whole) / 100);

/** `14:05` for a time of this day, otherwise with the day. */
export const asMoment = (at: number, now: number): string =>
	Math.abs(at - now) < DAY / 2 ? asTime(at) : asDayAndTime(at);

const TIMES = new RegExp(`(${TIME_IN_SENTENCE})`);

/** A sentence whose times are in the browser's time zone. */
export function Sentence({ text }: { readonly text: string }) {
	return (
		<>
			{text
				.split(TIMES)
				.map((part, index) =>
					index % 2 === 0 ? part : <time dateTime={part}>{asDayAndTime(Date.parse(part))}</time>,
				)}
		</>
	);
}

/** Why a sum of past messages changes when prices do. `isShort`: only where there is room */
export const PricesNote = ({ isShort = false }: { readonly isShort?: boolean }) => (
	<p class={isShort ? 'hint wide-only' : 'hint'}>
		Sums use the prices as they are set now: a changed price also changes what past messages cost, from the
		price’s first day on.
	</p>
);

/** Where a policy comes from. */
export function Saved({ builtIn, savedAt }: { readonly builtIn: boolean; readonly savedAt?: number }) {
	if (savedAt !== undefined) return <>saved {asDayAndTime(savedAt)}</>;
	return <>{builtIn ? 'built in' : 'not saved in this store'}</>;
}

/** The lists of customers, and what their rows say before a time. */
export const LISTS: Readonly<Record<CustomerList, readonly [title: string, happened: string]>> = {
	called: ['Asked for a person', 'asked'],
	unanswered: ['Without an answer', 'wrote'],
	answered: ['Sent to, last 24 hours', 'sent'],
	held: ['Held, last 24 hours', 'held'],
	skipped: ['Skipped, last 24 hours', 'skipped'],
	failed: ['Failed, last 24 hours', 'failed'],
	unconfirmed: ['Unconfirmed, last 24 hours', 'submitted'],
};

/** What people call the states of a message, in the order of a progress bar. */
export const STATES: ReadonlyArray<readonly [state: RecipientState, title: string]> = [
	['read', 'Read'],
	['delivered', 'Delivered'],
	['accepted', 'Accepted'],
	['sending', 'Sending'],
	['claimed', 'Claimed'],
	['unconfirmed', 'Unconfirmed'],
	['failed', 'Failed'],
	['skipped', 'Skipped'],
	['held', 'Held'],
	['planned', 'Planned'],
];

export const titleOfState = (state: RecipientState): string =>
	STATES.find(([each]) => each === state)?.[1] ?? state;

/** How many recipients have a final state, or are unconfirmed. */
export const settledOf = ({ total, counts }: CampaignRecord): number =>
	total - counts.planned - counts.claimed - counts.sending - counts.held;

/** How many messages the gateway has accepted. */
export const sentOf = ({ counts }: CampaignRecord): number =>
	counts.accepted + counts.delivered + counts.read;

/** Whether a campaign is over without reaching anybody. */
export const hasFailed = ({ state, total, counts }: CampaignRecord): boolean =>
	state === 'finished' && counts.failed === total;

/** How far a campaign is: `66% done`, or that all of it failed. */
export function progressOf(campaign: CampaignRecord): string {
	const { total } = campaign;
	if (hasFailed(campaign)) return total === 1 ? 'The only message failed' : `All ${asCount(total)} failed`;
	return `${asShare(settledOf(campaign), total)} done`;
}

/** What a campaign is called. */
export const titleOfCampaign = ({ id, kept, number }: CampaignRecord): string =>
	kept ? `Kept messages of ${number}` : id;
