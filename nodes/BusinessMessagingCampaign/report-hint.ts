import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { CampaignReport } from '../../sending';
import { repeatedReads } from './repeated-reads';

/** Whether nothing was sent yet although it could be. */
const isWaitingForSendDue = ({ state, startedAt, counts }: IDataObject) =>
	state === 'running' && startedAt === null && (counts as CampaignReport['counts']).planned > 0;

/** How many messages are known to have arrived, and to have been read; undefined if none is. */
function delivered({ delivered, read }: Partial<CampaignReport['counts']> = {}): string | undefined {
	const arrived = (delivered ?? 0) + (read ?? 0);
	return arrived === 0 ? undefined : `${arrived} delivered, ${read ?? 0} of them read.`;
}

/** What stands above the report of one campaign: its sentence, and what comes next; undefined above several reports. */
export function reportHint(reports: IDataObject[], context: IExecuteFunctions): string | undefined {
	const [first = {}, ...others] = reports;
	const repeats = repeatedReads(reports, context);
	if (others.length > 0 && !repeats) return undefined;
	const arrived = delivered(first.counts as CampaignReport['counts'] | undefined);
	const next = isWaitingForSendDue(first) && 'Send Due sends them.';
	return [first.summary, arrived, next, repeats].filter(Boolean).join(' ');
}
