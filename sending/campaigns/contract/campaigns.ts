import type { RetriedRecipients } from '../../../engine';
import type { Campaign, OfNumber } from './campaign';
import type { DryRunResult } from './dry-run';
import type { CampaignPlan, PlannedRecipient, PlanOptions, PlanResult } from './plan';
import type { RecipientPage, RecipientQuery } from './recipient';
import type { CampaignReport } from './report';
import type { SendDueOptions, SendDueSummary } from './send-due';

/**
 * Campaigns: planned once, sent at a rate that the platform allows, each recipient at most once. What is planned is in
 * the store, so any number of workers can send it, and none has to live to the end. A campaign's ID belongs to its
 * number: methods that take one take the number too, and reject with an Error if the campaign doesn't exist there, or if
 * no number is given and several have it: it lists them.
 */
export interface Campaigns {
	/**
	 * Plans recipients: their content, and with the first plan of the id the policy's version, start and end, are
	 * frozen. A recipient who is in the campaign already stays as planned first. Works through any number in chunks.
	 * @throws Error that names everything that is wrong with the campaign itself; then no one was planned
	 */
	plan(
		plan: CampaignPlan,
		recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
		options?: PlanOptions,
	): Promise<PlanResult>;
	/**
	 * Sends what is due: claims, asks the rules, waits for a slot of the number's rate, sends, records. Returns when
	 * nothing is due, or after its budget. Any number may run at once, in any number of processes.
	 */
	sendDue(options?: SendDueOptions): Promise<SendDueSummary>;
	/** Stops sending until it is resumed; messages that are being sent are finished. */
	pause(id: string, why?: string, of?: OfNumber): Promise<Campaign>;
	/** @throws Error if it was cancelled or has ended */
	resume(id: string, of?: OfNumber): Promise<Campaign>;
	/** Everyone who wasn't sent to is skipped for good. */
	cancel(id: string, why?: string, of?: OfNumber): Promise<Campaign>;
	get(id: string, of?: OfNumber): Promise<Campaign | undefined>;
	/** The newest first; those of one number if it is given. Kept messages aren't among them. */
	list(query?: OfNumber): Promise<Campaign[]>;
	report(id: string, of?: OfNumber): Promise<CampaignReport>;
	recipients(id: string, query?: RecipientQuery): Promise<RecipientPage>;
	/**
	 * Lets recipients be sent to again: those that failed, those that are held (now, instead of when they are due), those
	 * whose answer was lost, or of these only the ones without a sign that they were sent. Whoever is sent to again although
	 * the answer was lost may get the message twice. Returns how many.
	 */
	retry(id: string, what: RetriedRecipients, of?: OfNumber): Promise<number>;
	/**
	 * What would go out to these recipients now if they were planned and sent. Writes nothing except what is learned
	 * about their templates.
	 */
	dryRun(
		plan: CampaignPlan,
		recipients: Iterable<PlannedRecipient> | AsyncIterable<PlannedRecipient>,
	): Promise<DryRunResult>;
}
