import type { Operation } from '../shared/operation';
import { cancel } from './cancel.operation';
import { dryRun } from './dry-run.operation';
import { getMany } from './get-many.operation';
import { getRecipients } from './get-recipients.operation';
import { getReport } from './get-report.operation';
import { pause } from './pause.operation';
import { plan } from './plan.operation';
import { resume } from './resume.operation';
import { retry } from './retry.operation';
import { sendDue } from './send-due.operation';

/** The operations, in the order of their names. */
export const operations: readonly Operation[] = [
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
];
