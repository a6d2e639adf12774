import type { Reservation } from './money';

/** What a policy can count of what was sent before: a fact of its catalogue. */
export type SendCounter =
	| 'messagesSent'
	| 'templatesSent'
	| 'marketingSent'
	| 'messagesSinceReply'
	| 'newCustomers'
	| 'isNewCustomer'
	| SpendingCounter;

/**
 * Money that was spent in the category of a message, or in marketing and utility together, with what the message costs. It
 * is counted in millionths.
 */
export type SpendingCounter =
	'spentToday' | 'spentThisMonth' | 'spentByCampaign' | 'spentTodayTogether' | 'spentThisMonthTogether';

/**
 * What a decision to send depends on: something that was counted, and the count from which on the rules would have
 * decided in another way. Others may send in the meantime, so it is looked at again when the message is begun.
 */
export interface SendCap {
	/** `isNewCustomer` is 0 for a customer who counts as new, and 1 for one who was counted. */
	counter: SendCounter;
	/** The period that is counted, up to now; 0 of money, whose period has a name. ms */
	within: number;
	/** When the customer last wrote: of `messagesSinceReply`, which counts from then on. Epoch ms */
	since?: number;
	/** The message may go out while the count is below. */
	below: number;
	/** Of money: what the message adds, and to which sums. */
	adds?: Reservation;
	/** And at least this, if given: a customer who was counted may count as new again. */
	from?: number;
}
