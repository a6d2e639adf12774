import { createSignal, systemRuntime } from '../../base';
import type { Spending } from '../../engine';
import {
	budgetLeftText,
	createEngine,
	gatherReasons,
	NOT_INCLUDED,
	spendingSentence,
	totalOf,
} from '../../engine';
import { isFinished } from '../../nodes/BusinessMessagingCampaign/campaign-json';
import { zonedTime } from '../../nodes/shared/times';
import type { Campaign, CampaignReader, CampaignReport } from '../../sending';
import { readCampaigns, retryMayHelp } from '../../sending';
import { action, onStop } from '../command';
import { aSwitch, channelFlag, json, storeFlag } from '../flags';
import { inLocalTimes, localZone } from '../local-times';
import { bar, printJson, printLines, redrawn } from '../print';
import { withStore } from '../with-store';
import { campaignWord, ofNumber } from './campaign-flags';

/** How often the store is read. ms */
const EVERY = 1_000;

/** A time for a log: `2026-01-07 15:00:00Z`. */
const logged = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z`;

/** A readable time: `Jan 7, 2026, 16:00 (Europe/Berlin)`. */
const written = (time: number) => zonedTime(time, localZone());

/** Why messages weren't sent, most first: a line for each reason. Reasons that differ in their times alone are one. */
function reasonLines({ reasons }: CampaignReport): string[] {
	const counted = gatherReasons<{ state: string; rule: string }>();
	for (const { state, rule, reason, count: times } of reasons) counted.add({ state, rule }, reason, times);
	return counted
		.all()
		.map(({ of: { state, rule }, reason, count: times }) =>
			`${count(times)}  ${state.padEnd(11)}  ${rule}: ${inLocalTimes(reason)}`.trimEnd(),
		);
}

/** States that aren't final: a recipient in one of them is still going to change. */
const WAITING = ['planned', 'claimed', 'sending', 'held'] as const;

/** How many recipients have a final state or are unconfirmed. */
const settledOf = ({ total, counts }: CampaignReport) =>
	total - WAITING.reduce((sum, state) => sum + counts[state], 0);

const shareOf = (report: CampaignReport) => (report.total === 0 ? 1 : settledOf(report) / report.total);

/** The state of a campaign as people see it: one that has reached everybody runs no more. */
const shownState = ({ state }: Campaign, isFinished: boolean) =>
	isFinished && state === 'running' ? 'finished' : state;

const stateOf = ({ campaign, finished, total }: CampaignReport) =>
	shownState(campaign, finished && total > 0);

/** What the campaign cost, if anything was counted. */
function spendingLines(spending: readonly Spending[], { failed }: CampaignReport['counts']): string[] {
	const total = totalOf(spending);
	return total ? [spendingSentence(total, failed), NOT_INCLUDED] : [];
}

/** What delays the campaign or its number, when it continues or ends, and what can be done then. */
function prospects({ campaign, ...report }: CampaignReport): string[] {
	const { state, why, startAt, endAt } = campaign;
	return [
		...(why === undefined ? [] : [`The campaign is ${state}: ${inLocalTimes(why)}`]),
		...(startAt !== undefined && startAt > report.at ? [`The campaign starts at ${written(startAt)}.`] : []),
		...(report.estimatedEndAt === undefined
			? []
			: [`Messages that can go out now will be sent by about ${written(report.estimatedEndAt)}.`]),
		...(report.heldUntil === undefined
			? []
			: [`The next held message is checked again at ${written(report.heldUntil)}.`]),
		...(endAt === undefined ? [] : [`The campaign ends at ${written(endAt)}. Nothing is sent after that.`]),
		...(retryMayHelp({ campaign, ...report })
			? [
					`Some failed for a reason that can pass. To send to all who failed again: business-messaging campaign retry ${campaign.id}`,
				]
			: []),
		...(report.spending === undefined ? [] : spendingLines(report.spending, report.counts)),
		...(report.budgetLeft === undefined || isOver({ campaign, ...report })
			? []
			: [`${budgetLeftText(campaign.budget!.currency, report.budgetLeft)}.`]),
		...(report.numberSpeed < 1
			? [
					`The gateway throttled the number, so it sends at ${Math.round(report.numberSpeed * 100)}% of its rate.`,
				]
			: []),
		...(report.numberHaltedUntil === undefined
			? []
			: [
					`The number doesn't send until ${written(report.numberHaltedUntil)}: ${inLocalTimes(report.numberHaltedWhy ?? '')}`,
				]),
	];
}

const count = (number: number) => String(number).padStart(8);

/** A readable report: a progress bar, counts by state, and why messages weren't sent. */
function reportLines(report: CampaignReport): string[] {
	const { campaign, total, counts, reasons, rate } = report;
	const states = Object.entries(counts).filter(([, number]) => number > 0);
	const ahead = prospects(report);
	return [
		`${campaign.id}  ${stateOf(report)}, policy ${campaign.policy.name} (version ${campaign.policy.version})`,
		`${bar(shareOf(report))}, ${settledOf(report)} of ${total}, ${rate.toFixed(1)}/s`,
		'',
		...states.map(([state, number]) => `${count(number)}  ${state}`),
		...(reasons.length === 0 ? [] : ['']),
		...reasonLines(report),
		...(ahead.length === 0 ? [] : ['']),
		...ahead,
	];
}

/** A campaign's progress in one line, for a log. */
function progressLine(report: CampaignReport): string {
	const states = Object.entries(report.counts)
		.filter(([, number]) => number > 0)
		.map(([state, number]) => `${number} ${state}`);
	const percent = `${Math.floor(shareOf(report) * 100)}%`;
	const where = `${percent}, ${settledOf(report)} of ${report.total}, ${report.rate.toFixed(1)}/s`;
	return `${logged(report.at)}  ${report.campaign.id} ${stateOf(report)}: ${[where, ...states].join(', ')}`;
}

/** A readable list of campaigns, one per line. */
function listLines(campaigns: Array<Campaign & { finished: boolean }>): string[] {
	const width = Math.max(0, ...campaigns.map(({ id }) => id.length));
	return campaigns.map(({ finished, ...campaign }) => {
		const { id, channel, plannedAt } = campaign;
		const state = shownState(campaign, finished);
		return [id.padEnd(width), state.padEnd(9), `number ${channel}`, `planned ${written(plannedAt)}`].join(
			'  ',
		);
	});
}

/** How a report is shown. */
interface Shown {
	channel?: string | undefined;
	json: boolean;
	watch: boolean;
}

/** Shows each report: in a terminal it replaces the one before, elsewhere it is a line for each change. */
function createDisplay({ json: isJson, watch }: Shown): (report: CampaignReport) => void {
	if (!watch) return (report) => (isJson ? printJson(report) : printLines(reportLines(report)));
	if (process.stdout.isTTY && !isJson) {
		const draw = redrawn(process.stdout);
		return (report) => draw(reportLines(report));
	}
	let before = '';
	return (report) => {
		const now = JSON.stringify([report.campaign.state, report.counts]);
		if (now !== before) printLines([isJson ? JSON.stringify(report) : progressLine(report)]);
		before = now;
	};
}

const isOver = ({ campaign, finished }: CampaignReport) =>
	finished || campaign.state === 'cancelled' || campaign.state === 'ended';

/** Shows a report and, if it's watched, the ones after it until the campaign is over. */
async function showReport(campaigns: CampaignReader, id: string, shown: Shown): Promise<void> {
	const show = createDisplay(shown);
	const stopped = createSignal(systemRuntime);
	let isStopped = false;
	if (shown.watch) {
		const stop = () => {
			isStopped = true;
			stopped.raise();
		};
		onStop(async () => stop());
		// Nobody reads it any more.
		process.stdout.once('error', stop);
	}
	for (;;) {
		const report = await campaigns.report(id, { channel: shown.channel });
		show(report);
		if (!shown.watch || isStopped || isOver(report)) return;
		await stopped.wait(EVERY);
	}
}

/** `campaign report`: shows a campaign's progress. */
export const report = action({
	name: 'report',
	word: campaignWord,
	does: 'Show how many messages were sent, held, skipped, or failed and why, the rate, the cost, and the estimated end',
	flags: {
		store: storeFlag,
		channel: ofNumber,
		watch: aSwitch(
			'Keep running until the campaign is finished. Shows a progress bar in a terminal, and prints a line for each change elsewhere',
		),
		json,
	},
	run: ({ flags, word }) =>
		withStore(flags, (store) => showReport(readCampaigns(createEngine({ store })), word, flags)),
});

/** `campaign list`: lists the campaigns, newest first. */
export const list = action({
	name: 'list',
	does: 'List the campaigns, newest first',
	flags: {
		store: storeFlag,
		channel: channelFlag('Only the campaigns of this phone number ID (default: every number of the store)'),
		json,
	},
	run: ({ flags }) =>
		withStore(flags, async (store) => {
			const campaigns = readCampaigns(createEngine({ store }));
			const listed = await campaigns.list({ channel: flags.channel });
			const found = await Promise.all(
				listed.map(async (one) => ({ ...one, finished: await isFinished(campaigns, one) })),
			);
			if (flags.json) return printJson(...found);
			printLines(found.length === 0 ? ['There are no campaigns.'] : listLines(found));
		}),
});
