import type { Campaign, CampaignReport } from '../sending';

/** A time for people: `2026-01-07 15:00:00Z`. */
const written = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z`;

const BAR = 30;
/** States that a recipient leaves again by itself. */
const WAITING = ['planned', 'claimed', 'sending', 'held'] as const;

/** How many recipients have an end, or are unconfirmed. */
const settledOf = ({ total, counts }: CampaignReport) =>
	total - WAITING.reduce((sum, state) => sum + counts[state], 0);

const shareOf = (report: CampaignReport) => (report.total === 0 ? 1 : settledOf(report) / report.total);

function bar(report: CampaignReport): string {
	const full = Math.floor(shareOf(report) * BAR);
	return `[${'#'.repeat(full)}${'.'.repeat(BAR - full)}]`;
}

const percent = (report: CampaignReport) => `${Math.floor(shareOf(report) * 100)} %`;

/** What holds the campaign, or its number, up; and when it goes on or ends. */
function prospects({ campaign, ...report }: CampaignReport): string[] {
	const { state, why, startAt, endAt } = campaign;
	return [
		...(why === undefined ? [] : [`It is ${state}: ${why}`]),
		...(startAt !== undefined && startAt > report.at ? [`It starts at ${written(startAt)}.`] : []),
		...(report.estimatedEndAt === undefined
			? []
			: [`Those that may go out now will be out at about ${written(report.estimatedEndAt)}.`]),
		...(report.heldUntil === undefined
			? []
			: [`The next one that is held is looked at again at ${written(report.heldUntil)}.`]),
		...(endAt === undefined ? [] : [`Nothing goes out from ${written(endAt)} on.`]),
		...(report.numberSpeed < 1
			? [`The gateway found the number too fast: it sends at ${Math.round(report.numberSpeed * 100)} %.`]
			: []),
		...(report.numberHaltedUntil === undefined
			? []
			: [
					`The number sends nothing until ${written(report.numberHaltedUntil)}: ${report.numberHaltedWhy ?? ''}`,
				]),
	];
}

const count = (number: number) => String(number).padStart(8);

/** A report for people: a bar, counts by state, and why messages did not go out. */
export function reportLines(report: CampaignReport): string[] {
	const { campaign, total, counts, reasons, rate } = report;
	const states = Object.entries(counts).filter(([, number]) => number > 0);
	const ahead = prospects(report);
	return [
		`${campaign.id}  ${campaign.state}, policy ${campaign.policy.name} (version ${campaign.policy.version})`,
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

/** Where a campaign stands, in a line for a log. */
export function progressLine(report: CampaignReport): string {
	const states = Object.entries(report.counts)
		.filter(([, number]) => number > 0)
		.map(([state, number]) => `${number} ${state}`);
	const where = `${percent(report)}, ${settledOf(report)} of ${report.total}, ${report.rate.toFixed(1)}/s`;
	return `${written(report.at)}  ${report.campaign.id} ${report.campaign.state}: ${[where, ...states].join(', ')}`;
}

/** Campaigns for people, a line each. */
export function listLines(campaigns: Campaign[]): string[] {
	const width = Math.max(0, ...campaigns.map(({ id }) => id.length));
	return campaigns.map(({ id, state, channel, plannedAt }) =>
		[id.padEnd(width), state.padEnd(9), `number ${channel}`, `planned at ${written(plannedAt)}`].join('  '),
	);
}
