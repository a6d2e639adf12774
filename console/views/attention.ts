import { DAY, MINUTE } from '../../base';
import type { StoredCampaign } from '../../engine';
import { budgetLeftText, inCurrency, leftOfBudget, spentOfBudget } from '../../engine';
import { PUBLISH_A_TRIGGER } from '../../engine/decisions/nothing-known';
import type { Desk } from '../desk';
import { sees, titleOfNumber } from '../desk';
import type { AttentionRecord } from '../records';
import { ofFailed, ofUnconfirmed, ofWaiting } from './attention-customers';
import { recordOf, waitingOf } from './campaigns';
import { templatesShown } from './templates';

/** How long what is looked for is used. ms */
const FRESH_FOR = 10_000;
/** The share of a budget from which on somebody should know. Percent */
const ALMOST = 80;
/** A message that has been due for so long has been looked at by no Send Due, which runs every minute. ms */
const OVERDUE = 15 * MINUTE;
/** So many campaigns, the newest, are looked at. */
const CAMPAIGNS = 200;

const iso = (time: number) => new Date(time).toISOString();

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

const because = (why: string | undefined) => (why === undefined ? '.' : `: ${sentence(why)}`);

/** Templates that no message can be sent with until something happens. */
async function ofTemplates(desk: Desk, numbers: readonly string[], now: number): Promise<AttentionRecord[]> {
	const templates = await templatesShown(desk, numbers, now);
	return templates.flatMap(({ name, language, state, reason, pauseEndsAt }): AttentionRecord[] => {
		const title = `The template ${name} (${language})`;
		if (state === 'paused') {
			const until = pauseEndsAt === undefined ? '' : ` until ${iso(pauseEndsAt)}`;
			return [
				{ severity: 'warn', sentence: `${title} is paused${until}${because(reason)}`, page: 'templates' },
			];
		}
		if (state !== 'disabled') return [];
		return [{ severity: 'bad', sentence: `${title} is disabled${because(reason)}`, page: 'templates' }];
	});
}

/** Numbers that send nothing, and numbers whose events go elsewhere. */
async function ofNumber(desk: Desk, channel: string, now: number): Promise<AttentionRecord[]> {
	const { store, veil } = desk;
	const { haltedFor, why } = await store.rates.read(channel);
	const urls = await store.webhooks.list(channel);
	const foreign = urls.find(({ ours }) => !ours);
	const number = await titleOfNumber(desk, channel);
	const isElsewhere = urls.length > 0 && !urls.some(({ active }) => active);
	const pointed =
		foreign && URL.canParse(foreign.url)
			? ` It pointed to ${new URL(foreign.url).host} when it was last seen.`
			: '';
	return [
		...(haltedFor > 0
			? [
					{
						severity: 'bad' as const,
						sentence: `The number ${number} sends nothing until ${iso(now + haltedFor)}${because(why && veil.sentence(why))}`,
					},
				]
			: []),
		...(isElsewhere
			? [
					{
						severity: 'warn' as const,
						sentence: `The webhook of the number ${number} isn't set by a published trigger of this store.${pointed} ${PUBLISH_A_TRIGGER} A trigger that shares the number doesn't set it.`,
					},
				]
			: []),
	];
}

/** Whether everything is shown: what belongs to no number is for those who see them all. */
const seesAll = ({ only }: Desk) => only === undefined;

async function ofInbox({ store }: Desk): Promise<AttentionRecord[]> {
	const { failing } = await store.inbox.stats();
	return failing.map(({ id, name = id, deadLetters }) => ({
		severity: 'bad' as const,
		sentence: `${deadLetters === 1 ? '1 event is a dead letter' : `${deadLetters} events are dead letters`} of the Inbox Trigger ${name}: its executions failed again and again. Replay or drop them.`,
	}));
}

async function ofDeliveries({ store, runtime }: Desk): Promise<AttentionRecord[]> {
	const refused = await store.webhooks.refused();
	if (refused === undefined || refused.at < runtime.now() - DAY) return [];
	const { count, at } = refused;
	const [were, last] =
		count === 1 ? ['1 delivery was', 'at'] : [`${count} deliveries were`, 'the last one at'];
	return [
		{
			severity: 'bad',
			sentence: `${were} refused because of a signature that was missing or fit no signing secret, ${last} ${iso(at)}. If they were the gateway's, copy the Signing Secret again.`,
		},
	];
}

/** A budget that is nearly spent: the first message that doesn't fit pauses the campaign. */
async function ofBudget(desk: Desk, campaign: StoredCampaign, now: number): Promise<AttentionRecord[]> {
	const { store } = desk;
	const { channel, id, state, budget } = campaign;
	if (budget === undefined || state !== 'running') return [];
	const spent = await spentOfBudget(store, campaign);
	if (spent * 100 < ALMOST * budget.amount) return [];
	if (waitingOf(await recordOf(desk, campaign, now)) === 0) return [];
	const [of, most] = inCurrency(budget.currency, [spent, budget.amount] as const);
	const sentence = `The campaign ${id} has spent up to ${of} of its budget of ${most}. It is paused once a message doesn't fit.`;
	return [{ severity: 'warn', sentence, campaign: { channel, id } }];
}

/** A running campaign whose messages are due, and that nothing sends: usually, no Send Due is published. */
async function ofOverdue(
	desk: Desk,
	{ channel, id, kept, state, plannedAt, startAt = 0, endAt = Infinity, lastSentAt = 0 }: StoredCampaign,
	now: number,
): Promise<AttentionRecord[]> {
	const { store } = desk;
	const due = state === 'running' && now < endAt ? await store.campaigns.nextDue({ channel, id }) : undefined;
	// What is due at once has no time of its own.
	const since = Math.max(due ?? Infinity, startAt, plannedAt);
	// While others go out, it's the rate that they wait for.
	const isWaiting = Math.max(since, lastSentAt) > now - OVERDUE;
	if (isWaiting || (await store.rates.read(channel)).haltedFor > 0) return [];
	const whose = kept
		? `that were kept for later on the number ${await titleOfNumber(desk, channel)}`
		: `of the campaign ${id}`;
	const sentence = `Messages ${whose} have been due since ${iso(since)}, and nothing sends them. Publish a workflow with Send Due.`;
	return [{ severity: 'bad', sentence, campaign: { channel, id } }];
}

/** A paused campaign, unless nobody is left in it. */
async function ofPaused(desk: Desk, campaign: StoredCampaign, now: number): Promise<AttentionRecord[]> {
	const { channel, id, state, why, budget } = campaign;
	if (state !== 'paused' || waitingOf(await recordOf(desk, campaign, now)) === 0) return [];
	const left = await leftOfBudget(desk.store, campaign);
	const rest = left === undefined ? '' : ` ${budgetLeftText(budget!.currency, left)} now.`;
	const sentence = `The campaign ${id} is paused${because(why && desk.veil.sentence(why))}${rest}`;
	return [{ severity: 'warn', sentence, campaign: { channel, id } }];
}

async function ofCampaigns(desk: Desk, timeOn: ReadonlyMap<string, number>): Promise<AttentionRecord[]> {
	const found = await desk.store.campaigns.page({ channels: desk.only, limit: CAMPAIGNS });
	const campaigns = found.filter(({ channel }) => sees(desk, channel));
	// A number of which nothing was heard yet can have a campaign.
	const nowOn = async (channel: string) => timeOn.get(channel) ?? desk.engine.now(channel);
	const overdue = await Promise.all(
		campaigns.map(async (one) => ofOverdue(desk, one, await nowOn(one.channel))),
	);
	const budgets = await Promise.all(
		campaigns.map(async (one) => ofBudget(desk, one, await nowOn(one.channel))),
	);
	const paused = await Promise.all(
		campaigns.map(async (one) => ofPaused(desk, one, await nowOn(one.channel))),
	);
	return [...paused.flat(), ...budgets.flat(), ...overdue.flat()];
}

/** What needs a person, the worst first. @param timeOn the gateway's time on a number */
export async function readAttention(
	desk: Desk,
	numbers: readonly string[],
	timeOn: ReadonlyMap<string, number>,
): Promise<AttentionRecord[]> {
	const now = Math.max(...timeOn.values(), 0) || desk.runtime.now();
	const nowOn = (channel: string) => timeOn.get(channel) ?? now;
	const found = await desk.memo.get('attention', FRESH_FOR, async () => [
		...(await Promise.all(numbers.map((channel) => ofNumber(desk, channel, nowOn(channel))))).flat(),
		...(await ofUnconfirmed(desk, now)),
		...(await ofFailed(desk, now)),
		...(await Promise.all(numbers.map((channel) => ofWaiting(desk, channel, nowOn(channel))))).flat(),
		...(seesAll(desk) ? [...(await ofInbox(desk)), ...(await ofDeliveries(desk))] : []),
		...(await ofTemplates(desk, numbers, now)),
		...(await ofCampaigns(desk, timeOn)),
	]);
	return [...found].sort((a, b) => a.severity.localeCompare(b.severity));
}
