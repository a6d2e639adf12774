import type { Campaign, CampaignReport } from '../sending';

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
export function reportLines(report: CampaignReport): string[] {
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
export function progressLine(report: CampaignReport): string {
	const states = Object.entries(report.counts)
		.filter(([, number]) => number > 0)
		.map(([state, number]) => `${number} ${state}`);
	const where = `${percent(report)}, ${settledOf(report)} of ${report.total}, ${report.rate.toFixed(1)}/s`;
	return `${written(report.at)}  ${report.campaign.id} ${stateOf(report)}: ${[where, ...states].join(', ')}`;
}

/** A readable list of campaigns, one per line. */
export function listLines(campaigns: Array<Campaign & { finished: boolean }>): string[] {
	const width = Math.max(0, ...campaigns.map(({ id }) => id.length));
	return campaigns.map(({ finished, ...campaign }) => {
		const { id, channel, plannedAt } = campaign;
		const state = shownState(campaign, finished);
		return [id.padEnd(width), state.padEnd(9), `number ${channel}`, `planned ${written(plannedAt)}`].join(
			'  ',
		);
	});
}
