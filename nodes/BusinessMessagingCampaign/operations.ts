import type { Operation } from '../shared/operation';
import { cancel } from './cancel.operation';
import { pause, resume, retry } from './change.operations';
import { dryRun, plan } from './plan.operations';
import { getMany, getRecipients, getReport } from './read.operations';
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
