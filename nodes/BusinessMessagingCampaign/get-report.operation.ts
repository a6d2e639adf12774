import { reportJson } from './campaign-json';
import { onEachItem } from './on-each-item';
import type { Operation } from './operation';

/** Where a campaign stands: counts by state, reasons, rate, estimated end. */
export const getReport: Operation = {
	description: [],
	run: onEachItem(async ({ campaigns, campaign }) => [reportJson(await campaigns.report(campaign()))]),
};
