import * as z from 'zod';
import { createSignal, systemRuntime } from '../base';
import type { Spending } from '../engine';
import { createEngine, spendingSentence, totalOf } from '../engine';
import { isFinished } from '../nodes/BusinessMessagingCampaign/campaign-json';
import { isFolderShared } from '../nodes/shared/shared-store';
import type { Campaign, CampaignReader, CampaignReport } from '../sending';
import { readCampaigns } from '../sending';
import { openStore } from '../store';
import type { Command } from './command';
import { assertStoreExists, onStop } from './command';
import { readFlags, shown } from './flags';
import { printLines, redrawn } from './print';

const USAGE = `business-messaging campaign report ID --store URL
business-messaging campaign list --store URL

Shows a campaign's progress: how many messages were sent, held, skipped, or failed and why, the current rate, and the
estimated end. Or lists campaigns.

  --store URL     The store: sqlite:<file> or postgres://… (default: BUSINESS_MESSAGING_STORE)
  --json          Print JSON, one object per line, with times in epoch milliseconds
  --watch         report: keep running until the campaign is finished. Shows a progress bar in a terminal, and prints a
                  line for each change elsewhere
  --channel ID    The phone number ID. list: only its campaigns. report: needed if several numbers have a campaign with
                  this ID

Exit codes: 0 success, 1 the campaign or the store doesn't exist, 2 wrong flags.
`;

/** How often the store is read. ms */
const EVERY = 1_000;

const shape = {
	store: z.string({
		error: 'is required: sqlite:<file> or postgres://… You can also set BUSINESS_MESSAGING_STORE',
	}),
	json: z.boolean().default(false),
	watch: z.boolean().default(false),
	channel: z.string().optional(),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

/** The subcommand of a flag. Flags that aren't here are for both. */
const ONLY_FOR: Readonly<Record<string, string>> = { watch: 'report' };

interface Asked {
	what: 'report' | 'list';
	/** The campaign of a report. */
	id: string;
	flags: Flags;
}

/** Reads the command line. @throws FlagMistakes with every mistake */
function read(args: string[]): Asked {
	const firstFlag = args.findIndex((arg) => arg.startsWith('-'));
	const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
	const [what = '', id = '', ...tooMany] = words;
	const isReport = what === 'report';
	const isKnown = isReport || what === 'list';
	const mistakes = [
		...(isKnown ? [] : [`Expected "campaign report" or "campaign list", not "campaign ${what}".`]),
		...(isReport && id === '' ? ['campaign report needs the ID of a campaign.'] : []),
		...(what === 'list' && id !== ''
			? [`Unexpected argument: ${shown(id)}. campaign list doesn't take an ID.`]
			: []),
		...tooMany.map((word) => `Unexpected argument: ${shown(word)}.`),
	];
	const consistent = (given: Partial<Record<keyof Flags, unknown>>) => [
		...mistakes,
		...Object.keys(given)
			.filter((flag) => isKnown && flag in ONLY_FOR && ONLY_FOR[flag] !== what)
			.map((flag) => `--${flag} only works with campaign ${ONLY_FOR[flag]}.`),
	];
	const variables = { store: 'BUSINESS_MESSAGING_STORE' };
	const flags = readFlags(shape, args.slice(words.length), { variables, consistent });
	return { what: isReport ? 'report' : 'list', id, flags };
}

/** A readable time: `2026-01-07 15:00:00Z`. */
const written = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z`;

const BAR = 30;
/** States that aren't final: a recipient in one of them is still going to change. */
const WAITING = ['planned', 'claimed', 'sending', 'held'] as const;

/** How many recipients have a final state or are unconfirmed. */
const settledOf = ({ total, counts }: CampaignReport) =>
	total - WAITING.reduce((sum, state) => sum + counts[state], 0);

const shareOf = (report: CampaignReport) => (report.total === 0 ? 1 : settledOf(report) / report.total);

function bar(report: CampaignReport): string {
	const full = Math.floor(shareOf(report) * BAR);
	return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}]`;
}

/** The state of a campaign as people see it: one that has reached everybody runs no more. */
const shownState = ({ state }: Campaign, isFinished: boolean) =>
	isFinished && state === 'running' ? 'finished' : state;

const stateOf = ({ campaign, finished, total }: CampaignReport) =>
	shownState(campaign, finished && total > 0);

const percent = (report: CampaignReport) => `${Math.floor(shareOf(report) * 100)}%`;

/** What the campaign cost, if anything was counted. */
function spendingLines(spending: readonly Spending[]): string[] {
	const total = totalOf(spending);
	return total ? [spendingSentence(total)] : [];
}

/** What delays the campaign or its number, and when it continues or ends. */
function prospects({ campaign, ...report }: CampaignReport): string[] {
	const { state, why, startAt, endAt } = campaign;
	return [
		...(why === undefined ? [] : [`The campaign is ${state}: ${why}`]),
		...(startAt !== undefined && startAt > report.at ? [`The campaign starts at ${written(startAt)}.`] : []),
		...(report.estimatedEndAt === undefined
			? []
			: [`Messages that can go out now will be sent by about ${written(report.estimatedEndAt)}.`]),
		...(report.heldUntil === undefined
			? []
			: [`The next held message is checked again at ${written(report.heldUntil)}.`]),
		...(endAt === undefined ? [] : [`The campaign ends at ${written(endAt)}. Nothing is sent after that.`]),
		...(report.spending === undefined ? [] : spendingLines(report.spending)),
		...(report.numberSpeed < 1
			? [
					`The gateway throttled the number, so it sends at ${Math.round(report.numberSpeed * 100)}% of its rate.`,
				]
			: []),
		...(report.numberHaltedUntil === undefined
			? []
			: [
					`The number doesn't send until ${written(report.numberHaltedUntil)}: ${report.numberHaltedWhy ?? ''}`,
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
		`${bar(report)} ${percent(report)}, ${settledOf(report)} of ${total}, ${rate.toFixed(1)}/s`,
		'',
		...states.map(([state, number]) => `${count(number)}  ${state}`),
		...(reasons.length === 0 ? [] : ['']),
		...reasons.map(({ count: number, state, rule, reason }) =>
			`${count(number)}  ${state.padEnd(11)}  ${rule}: ${reason}`.trimEnd(),
		),
		...(ahead.length === 0 ? [] : ['']),
		...ahead,
	];
}

/** A campaign's progress in one line, for a log. */
function progressLine(report: CampaignReport): string {
	const states = Object.entries(report.counts)
		.filter(([, number]) => number > 0)
		.map(([state, number]) => `${number} ${state}`);
	const where = `${percent(report)}, ${settledOf(report)} of ${report.total}, ${report.rate.toFixed(1)}/s`;
	return `${written(report.at)}  ${report.campaign.id} ${stateOf(report)}: ${[where, ...states].join(', ')}`;
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

/** Shows each report: in a terminal it replaces the one before, elsewhere it is a line for each change. */
function createDisplay({ json, watch }: Flags): (report: CampaignReport) => void {
	if (!watch) return (report) => printLines(json ? [JSON.stringify(report)] : reportLines(report));
	if (process.stdout.isTTY && !json) {
		const draw = redrawn(process.stdout);
		return (report) => draw(reportLines(report));
	}
	let before = '';
	return (report) => {
		const now = JSON.stringify([report.campaign.state, report.counts]);
		if (now !== before) printLines([json ? JSON.stringify(report) : progressLine(report)]);
		before = now;
	};
}

const isOver = ({ campaign, finished }: CampaignReport) =>
	finished || campaign.state === 'cancelled' || campaign.state === 'ended';

/** Shows a report and, with `--watch`, the ones after it until the campaign is over. */
async function showReport(campaigns: CampaignReader, id: string, flags: Flags): Promise<void> {
	const show = createDisplay(flags);
	const stopped = createSignal(systemRuntime);
	let isStopped = false;
	if (flags.watch) {
		onStop(async () => {
			isStopped = true;
			stopped.raise();
		});
	}
	for (;;) {
		const report = await campaigns.report(id, { channel: flags.channel });
		show(report);
		if (!flags.watch || isStopped || isOver(report)) return;
		await stopped.wait(EVERY);
	}
}

async function showList(campaigns: CampaignReader, { channel, json }: Flags): Promise<void> {
	const listed = await campaigns.list({ channel });
	const found = await Promise.all(
		listed.map(async (one) => ({ ...one, finished: await isFinished(campaigns, one) })),
	);
	printLines(json ? found.map((campaign) => JSON.stringify(campaign)) : listLines(found));
}

/** `business-messaging campaign`: shows the progress of campaigns. */
export const campaignCommand: Command = {
	usage: USAGE,
	async run(args) {
		const { what, id, flags } = read(args);
		assertStoreExists(flags.store);
		const store = await openStore(flags.store, { isFolderShared: isFolderShared() });
		try {
			const campaigns = readCampaigns(createEngine({ store }));
			await (what === 'report' ? showReport(campaigns, id, flags) : showList(campaigns, flags));
		} finally {
			await store.close();
		}
	},
};
