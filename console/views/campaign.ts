import { isObject, SECOND } from '../../base';
import type { CampaignRef, RecipientState, SampledReason, StoredCampaign } from '../../engine';
import {
	foldedName,
	gatherReasons,
	inCurrency,
	leftOfBudget,
	mayArriveLater,
	RECIPIENT_STATES,
	reasonInState,
	spentOfBudget,
	spentText,
	toldLater,
	unknownText,
} from '../../engine';
import type { Desk } from '../desk';
import { NotFound, sees } from '../desk';
import type { CampaignDetailRecord, CampaignRecord, PageOf, ReasonRecord, RecipientRecord } from '../records';
import { recordOf } from './campaigns';
import { withNames } from './customers';
import { findVersion } from './policies';
import type { Spent } from './spent';
import { spentOn } from './spent';

/** So many messages of a state tell why messages are in it, and when they were submitted. */
const SAMPLE = 10_000;
/** How long these are used. ms */
const FRESH_FOR = 5 * SECOND;
/** Recipients on a page. */
const PAGE = 100;
/** So many recipients are looked at for a page of a search. */
const LOOKED_AT = 5_000;
/** Bars of the chart, at most. */
const BARS = 60;

const EXPLAINED: readonly RecipientState[] = ['held', 'skipped', 'failed', 'unconfirmed'];
const SUBMITTED: readonly RecipientState[] = ['accepted', 'delivered', 'read', 'failed', 'unconfirmed'];
/** So many reasons are told; rarer ones of a rule are one. */
const TOLD = 8;

type Counts = CampaignRecord['counts'];

/** How many messages one of a sample stands for. */
const scaleOf = (counts: Counts, state: RecipientState) => counts[state] / Math.min(counts[state], SAMPLE);

/** Reasons as they are told now: those of a rule that differ in their times alone are one. */
export function shownReasons(found: readonly SampledReason[], now: number): SampledReason[] {
	const counted = gatherReasons<string>();
	for (const { rule, reason, count } of found) counted.add(rule, toldLater(reason, now), count);
	return counted.all().map(({ of, reason, count }) => ({ rule: of, reason, count }));
}

/** The rules that a campaign's policy has. A message that was kept for later can have another policy. */
async function rulesOf({ store }: Desk, { kept, policy }: StoredCampaign): Promise<ReadonlySet<string>> {
	const found = kept ? undefined : await findVersion(store, policy.name, policy.version);
	return new Set(found?.document.rules.map(({ name }) => name));
}

async function reasonsOf(
	desk: Desk,
	campaign: StoredCampaign,
	counts: Counts,
	now: number,
): Promise<ReasonRecord[]> {
	const reasons: ReasonRecord[] = [];
	const rules = await rulesOf(desk, campaign);
	for (const state of EXPLAINED.filter((each) => counts[each] > 0)) {
		const sample = await desk.store.campaigns.sampleReasons(campaign, { state, limit: SAMPLE });
		const found = shownReasons(sample, now);
		const told = found.slice(0, TOLD);
		const rest = found.slice(TOLD).reduce((sum, { count }) => sum + count, 0);
		const scale = scaleOf(counts, state);
		for (const { rule, reason, count } of told) {
			reasons.push({
				state,
				rule,
				isOfPolicy: rules.has(rule),
				reason: desk.veil.sentence(reasonInState(state, reason)),
				count: Math.round(count * scale),
			});
		}
		if (rest > 0)
			reasons.push({
				state,
				rule: '',
				isOfPolicy: false,
				reason: 'Other reasons.',
				count: Math.round(rest * scale),
			});
	}
	return reasons.sort((a, b) => b.count - a.count);
}

/** Whether a retry may reach some of those who failed in a campaign in which nothing more goes out now. */
const retryHelps = ({ state }: CampaignRecord, reasons: readonly ReasonRecord[]): boolean =>
	(state === 'finished' || state === 'waiting') &&
	reasons.some((one) => one.state === 'failed' && one.rule !== '' && mayArriveLater(one.rule));

/** Why messages wait that no rule holds; undefined if they are on their way. */
function whyPlanned(
	{ state, startAt = 0 }: StoredCampaign,
	haltedFor: number,
	now: number,
): string | undefined {
	if (state === 'paused')
		return 'They wait because the campaign is paused. They go out once somebody resumes it.';
	if (state !== 'running') return undefined;
	if (startAt > now) return `They wait until the campaign starts at ${new Date(startAt).toISOString()}.`;
	return haltedFor > 0 ? 'They wait because the number sends nothing now.' : undefined;
}

/** What a campaign cost, for people: a budget counts at most what the messages cost of which nobody knows it yet. */
async function writtenSpent({ store }: Desk, campaign: StoredCampaign, spent: Spent): Promise<string> {
	const most = campaign.budget ? await spentOfBudget(store, campaign) : 0;
	if (most <= spent.spent + spent.pending) return `${spentText(spent)}${unknownText(spent.unknown)}`;
	const [known, all] = inCurrency(spent.currency, [spent.spent + spent.pending, most] as const);
	return `${known}; at most ${all} with messages whose cost isn't known yet`;
}

/** What a campaign may cost, and what is left of that now. */
async function writtenBudget({ store }: Desk, campaign: StoredCampaign): Promise<string | undefined> {
	const left = await leftOfBudget(store, campaign);
	if (left === undefined) return undefined;
	const { amount, currency } = campaign.budget!;
	const [all, rest] = inCurrency(currency, [amount, left] as const);
	return `${all}, ${rest} left`;
}

const STEPS = [1, 5, 15, 60, 300, 900, 3_600, 10_800, 43_200, 86_400, 604_800].map((each) => each * SECOND);

async function timesOf(
	{ store }: Desk,
	campaign: StoredCampaign,
	counts: Counts,
): Promise<CampaignDetailRecord['times']> {
	const { startedAt, lastSentAt } = campaign;
	if (startedAt === undefined || lastSentAt === undefined) return undefined;
	const step = STEPS.find((each) => (lastSentAt - startedAt) / each < BARS) ?? STEPS.at(-1)!;
	const from = Math.floor(startedAt / step) * step;
	const bars = new Array<number>(Math.min(BARS + 1, Math.floor((lastSentAt - from) / step) + 1)).fill(0);
	for (const state of SUBMITTED.filter((each) => counts[each] > 0)) {
		const found = await store.campaigns.sampleTimes(campaign, { state, limit: SAMPLE, period: step });
		for (const { at, count } of found) {
			const place = Math.min(bars.length - 1, Math.max(0, (at - from) / step));
			bars[place]! += count * scaleOf(counts, state);
		}
	}
	return { from, step, counts: bars.map(Math.round) };
}

/** A campaign's messages may go out at any time. */
const always = () => ({ firstDay: '1970-01-01', lastDay: '9999-12-31' });

async function find(desk: Desk, ref: CampaignRef): Promise<StoredCampaign> {
	const campaign = sees(desk, ref.channel) ? await desk.store.campaigns.find(ref) : undefined;
	if (campaign === undefined)
		throw new NotFound(`No campaign ${ref.id} of the number ${ref.channel} is here.`);
	desk.own.add(ref.channel);
	return campaign;
}

/** A campaign, with why its messages are as they are. @throws NotFound */
export async function readCampaign(desk: Desk, ref: CampaignRef): Promise<CampaignDetailRecord> {
	const { store, memo } = desk;
	const campaign = await find(desk, ref);
	const { policy, startAt, endAt, startedAt, lastSentAt, account } = campaign;
	const at = await desk.engine.now(ref.channel);
	const record = await recordOf(desk, campaign, at);
	const { counts } = record;
	const key = `${ref.channel} ${ref.id}`;
	const known = JSON.stringify(counts);
	const reasons = await memo.get(`reasons ${key} ${known}`, FRESH_FOR, () =>
		reasonsOf(desk, campaign, counts, at),
	);
	const times = await memo.get(`times ${key} ${known}`, FRESH_FOR, () => timesOf(desk, campaign, counts));
	const heldUntil = await memo.get(`held ${key} ${known}`, FRESH_FOR, () => store.campaigns.heldUntil(ref));
	const { channel, id } = ref;
	const spent = await spentOn(desk, { channel, account, campaign: id, days: always, now: at });
	const { perSecond, speed, haltedFor, why } = await store.rates.read(ref.channel);
	const budget = await writtenBudget(desk, campaign);
	const waits = counts.planned > 0 ? whyPlanned(campaign, haltedFor, at) : undefined;
	return {
		...record,
		at: Math.floor(at / SECOND) * SECOND,
		policy,
		...(startAt !== undefined && { startAt }),
		...(endAt !== undefined && { endAt }),
		...(startedAt !== undefined && { startedAt }),
		...(lastSentAt !== undefined && { lastSentAt }),
		...(heldUntil !== undefined && { heldUntil }),
		perSecond,
		speed,
		...(haltedFor > 0 && { haltedUntil: at + haltedFor }),
		...(haltedFor > 0 && why !== undefined && { haltedWhy: desk.veil.sentence(why) }),
		reasons: [
			...(waits === undefined
				? []
				: [
						{
							state: 'planned',
							rule: '',
							isOfPolicy: false,
							reason: desk.veil.sentence(waits),
							count: counts.planned,
						} as const,
					]),
			...reasons,
		],
		...(times && { times }),
		...(retryHelps(record, reasons) && { retryHelps: true as const }),
		sampled: [...EXPLAINED, ...SUBMITTED].some((state) => counts[state] > SAMPLE),
		...(budget !== undefined && { budget }),
		...(spent && { spent: await writtenSpent(desk, campaign, spent) }),
	};
}

const isState = (text: string): text is RecipientState =>
	(RECIPIENT_STATES as readonly string[]).includes(text);

/** Whether what is shown of a recipient has what was searched for: a word of the name, or digits of the number. */
function isMeant({ name, profile = '' }: RecipientRecord, search: string): boolean {
	const wordsOf = (text: string) => ` ${foldedName(text).replaceAll('-', ' ')}`;
	const digits = search.replace(/\D/g, '');
	// A masked number lacks the digits between its parts.
	const parts = name.split('•').map((part) => part.replace(/\D/g, ''));
	return (
		wordsOf(profile).includes(wordsOf(search)) ||
		(/^[\d\s+().-]+$/.test(search) && digits !== '' && parts.some((part) => part.includes(digits))) ||
		name.toLowerCase() === search.toLowerCase()
	);
}

interface RecipientsQuery {
	/** A state; all of them if left out or empty. */
	state?: string | undefined;
	/** A word of a name, or digits of a number, as they are shown; everybody if left out or empty. */
	search?: string | undefined;
	/** Of the page before. */
	after?: string | undefined;
}

/** A page of recipients. One of a search can be empty, and have a next one all the same. @throws NotFound */
export async function readRecipients(
	desk: Desk,
	ref: CampaignRef,
	{ state, search = '', after }: RecipientsQuery,
): Promise<PageOf<RecipientRecord>> {
	const { veil } = desk;
	const { channel } = await find(desk, ref);
	const now = await desk.engine.now(channel);
	// A key is a hash of the customer's name, which could be guessed.
	const place = after === undefined ? undefined : veil.unseal(after);
	if (after !== undefined && place === undefined)
		throw new NotFound('This page of the list is of an earlier console. Reload the page.');
	const states = state === undefined || state === '' ? RECIPIENT_STATES : [state].filter(isState);
	const wanted = search.trim();
	const rows: RecipientRecord[] = [];
	let last = place?.contact;
	for (let looked = 0; looked < LOOKED_AT && rows.length < PAGE; looked += PAGE) {
		const found = await desk.store.campaigns.recipients({
			campaign: ref,
			states,
			...(last !== undefined && { after: last }),
			limit: PAGE,
		});
		// Until a customer writes, only the list that was planned tells what they are called.
		const shown = found.map(({ contact, reason, rule, due, at, content, ...recipient }): RecipientRecord => ({
			customer: veil.seal({ channel, contact }),
			channel,
			name: veil.name(contact),
			...(isObject(content) && typeof content.name === 'string' && { profile: veil.sentence(content.name) }),
			state: recipient.state,
			...(at > 0 && { at }),
			...(rule !== undefined && { rule }),
			...(reason !== undefined && {
				reason: veil.sentence(toldLater(reasonInState(recipient.state, reason), now)),
			}),
			...(due !== undefined && due > 0 && { due }),
		}));
		const named = await withNames(desk, shown);
		rows.push(...(wanted === '' ? named : named.filter((row) => isMeant(row, wanted))));
		if (found.length < PAGE) return { rows };
		last = found.at(-1)!.key;
	}
	return { rows, next: veil.seal({ channel, contact: last! }) };
}
