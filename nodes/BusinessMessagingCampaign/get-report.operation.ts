import type { Operation } from '../shared/operation';
import { reportJson } from './campaign-json';
import { campaignField, nextStep } from './fields';
import { onCampaigns } from './on-campaigns';
import { reportHint } from './report-hint';

/** Gets the progress of a campaign: counts by state, reasons, rate, and estimated end. */
export const getReport: Operation = {
	value: 'getReport',
	name: 'Get Report',
	description: 'Get the progress of a campaign: a sentence, counts, reasons, rate, and estimated end',
	action: 'Get the report of a campaign',
	hint: reportHint,
	fields: [
		nextStep(
			'getReportNext',
			'The sentence above the output counts as accepted every message that the platform took, including those delivered or read since. In counts, each message has its latest state. Deliveries and reads are known only while a workflow with a Business Messaging Trigger is published.',
		),
		campaignField,
	],
	forEachItem: onCampaigns(async ({ context, campaigns, campaign, channel }) => [
		reportJson(await campaigns.report(campaign(), { channel }), context.getTimezone()),
	]),
};
