import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { createEngine } from '../engine';
import { openStore } from '../store';
import type { CampaignReader, CampaignReport } from '../sending';
import { readCampaigns } from '../sending';
import { listLines, progressLine, reportLines } from './campaign-text';
import type { Command } from './command';
import { onStop } from './command';
import { readFlags } from './flags';
import { printLines } from './print';
import { redrawn } from './redrawn';

const USAGE = `business-messaging campaign report ID --store URL
business-messaging campaign list --store URL

Says where a campaign stands: how many are sent, held, skipped or failed, and why, at which rate, and when it ends.

  --store URL     sqlite:<file> or postgres://… (BUSINESS_MESSAGING_STORE)
  --json          as JSON, one object a line, with times in epoch milliseconds
  --watch         (report) goes on until everybody has been sent to, with a progress bar in a terminal, and a line
                  for each change elsewhere
  --channel ID    (list) the campaigns of one phone number id

Ends with 0, with 1 where there is no such campaign or store, and with 2 when the flags are wrong.
`;

/** How often the store is asked. ms */
const EVERY = 1_000;

const shape = {
	store: z.string({
		error: 'is missing: name the store by sqlite:<file> or postgres://…, or set BUSINESS_MESSAGING_STORE',
	}),
	json: z.boolean().default(false),
	watch: z.boolean().default(false),
	channel: z.string().optional(),
};
type Flags = z.infer<z.ZodObject<typeof shape>>;

/** What a flag is for; those that are not here are for both. */
const ONLY_FOR: Readonly<Record<string, string>> = { watch: 'report', channel: 'list' };

interface Asked {
	what: 'report' | 'list';
	/** The campaign of a report. */
	id: string;
	flags: Flags;
}

/** Reads the command line. @throws FlagMistakes with all that is wrong */
function read(args: string[]): Asked {
	const firstFlag = args.findIndex((arg) => arg.startsWith('-'));
	const words = firstFlag < 0 ? args : args.slice(0, firstFlag);
	const [what = '', id = '', ...tooMany] = words;
	const isReport = what === 'report';
	const isKnown = isReport || what === 'list';
	const mistakes = [
		...(isKnown ? [] : [`campaign takes report or list, not "${what}".`]),
		...(isReport && id === '' ? ['report takes the ID of a campaign.'] : []),
		...(what === 'list' && id !== '' ? [`list takes no ID: "${id}".`] : []),
		...tooMany.map((word) => `"${word}" belongs to nothing.`),
	];
	const consistent = (given: Partial<Record<keyof Flags, unknown>>) => [
		...mistakes,
		...Object.keys(given)
			.filter((flag) => isKnown && flag in ONLY_FOR && ONLY_FOR[flag] !== what)
			.map((flag) => `--${flag} is for campaign ${ONLY_FOR[flag]}.`),
	];
	const variables = { store: 'BUSINESS_MESSAGING_STORE' };
	const flags = readFlags(shape, args.slice(words.length), { variables, consistent });
	return { what: isReport ? 'report' : 'list', id, flags };
}

/** A store is made where there is none: what only reads looks first. */
function checkFile(store: string): void {
	const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(store.trim())?.[1];
	if (file !== undefined && !existsSync(file)) throw new Error(`There is no store ${store}.`);
}

/** Shows reports as they come: drawn over each other in a terminal, elsewhere a line for each change. */
function shower({ json, watch }: Flags): (report: CampaignReport) => void {
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

/** Shows a report, and with `--watch` each that follows until nothing can follow. */
async function showReport(campaigns: CampaignReader, id: string, flags: Flags): Promise<void> {
	const show = shower(flags);
	const stopping = new AbortController();
	if (flags.watch) onStop(async () => stopping.abort());
	for (;;) {
		const report = await campaigns.report(id);
		show(report);
		if (!flags.watch || stopping.signal.aborted || isOver(report)) return;
		await sleep(EVERY, undefined, { signal: stopping.signal }).catch(() => {});
	}
}

async function showList(campaigns: CampaignReader, { channel, json }: Flags): Promise<void> {
	const found = await campaigns.list({ channel });
	printLines(json ? found.map((campaign) => JSON.stringify(campaign)) : listLines(found));
}

/** `business-messaging campaign`: says where campaigns stand. */
export const campaignCommand: Command = {
	usage: USAGE,
	async run(args) {
		const { what, id, flags } = read(args);
		checkFile(flags.store);
		const store = await openStore(flags.store);
		try {
			const campaigns = readCampaigns(createEngine({ store }));
			await (what === 'report' ? showReport(campaigns, id, flags) : showList(campaigns, flags));
		} finally {
			await store.close();
		}
	},
};
