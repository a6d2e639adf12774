import type { INodeProperties } from 'n8n-workflow';
import { limit, returnAll } from '../shared/fields/common-fields';
import { cancel, pause, resume } from './change-state.operation';
import { dryRun } from './dry-run.operation';
import { campaign, reason } from './fields';
import { getMany } from './get-many.operation';
import { getRecipients } from './get-recipients.operation';
import { getReport } from './get-report.operation';
import type { Operation } from './operation';
import { shownFor } from './operation';
import { plan } from './plan.operation';
import { recipientFields } from './recipient-fields';
import { retry } from './retry.operation';
import { sendDue } from './send-due.operation';

/** The operations by their values. */
export const operations: Readonly<Record<string, Operation>> = {
	cancel,
	dryRun,
	getMany,
	getRecipients,
	getReport,
	pause,
	plan,
	resume,
	retry,
	sendDue,
};

/** Which operation. */
export const operation: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Cancel',
			value: 'cancel',
			description: 'End a campaign: whoever was not sent to is skipped, for ever',
			action: 'Cancel a campaign',
		},
		{
			name: 'Dry Run',
			value: 'dryRun',
			description: 'See what would go out now to the incoming items, and why, without sending',
			action: 'See what a campaign would send',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			description: 'List the campaigns, the newest first',
			action: 'Get many campaigns',
		},
		{
			name: 'Get Recipients',
			value: 'getRecipients',
			description: 'List who is in a campaign, where the message to each stands, and why',
			action: 'Get the recipients of a campaign',
		},
		{
			name: 'Get Report',
			value: 'getReport',
			description: 'See where a campaign stands: counts, reasons, rate and estimated end',
			action: 'Get the report of a campaign',
		},
		{
			name: 'Pause',
			value: 'pause',
			description: 'Send nothing more of a campaign until it is resumed',
			action: 'Pause a campaign',
		},
		{
			name: 'Plan',
			value: 'plan',
			description: 'Put the incoming items into a campaign as its recipients. Nothing goes out yet.',
			action: 'Plan a campaign',
		},
		{
			name: 'Resume',
			value: 'resume',
			description: 'Go on with a campaign that is paused',
			action: 'Resume a campaign',
		},
		{
			name: 'Retry',
			value: 'retry',
			description: 'Let recipients that failed, are held or are unconfirmed be sent to again',
			action: 'Retry recipients of a campaign',
		},
		{
			name: 'Send Due',
			value: 'sendDue',
			description: 'Send what is due of all campaigns, or of one. Run it from a schedule, every minute.',
			action: 'Send what is due',
		},
	],
	default: 'plan',
};

const OF_ONE_CAMPAIGN = ['cancel', 'getRecipients', 'getReport', 'pause', 'resume', 'retry'];

/** The fields of all operations. */
export const description: INodeProperties[] = [
	...shownFor(OF_ONE_CAMPAIGN, [campaign]),
	...shownFor(['cancel', 'pause'], [reason]),
	...shownFor(['dryRun', 'plan'], recipientFields),
	...Object.values(operations).flatMap((each) => each.description),
	...shownFor(['getMany', 'getRecipients'], [returnAll, limit]),
];
