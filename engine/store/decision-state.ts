import type { Registers } from '../state/register';
import type { TemplateHistory } from '../state/template';
import type { SpentSoFar } from './money';
import type { SendRecord } from './sends';

/** What `decide` looks at. */
export interface DecisionState {
	/** The name that the customer is kept under: the phone number if it is known. */
	contact: string;
	/** The customer's phone number, if it is known and was asked for. */
	phone?: string;
	conversation: Registers;
	/** Registers of the channel itself: its account, its clock. */
	channel: Registers;
	template: { registers: Registers; history: TemplateHistory };
	/** What was sent to the contact since `sentSince`, oldest first; empty unless asked for. */
	sent: Array<Pick<SendRecord, 'at' | 'action' | 'category'>>;
	/** The customers that the channel wrote to on its own initiative since `newCustomersSince`; none unless asked for. */
	newCustomers: {
		count: number;
		/** When the first of them was written to. Epoch ms */
		oldestAt?: number;
		/** Whether the contact is one of them. */
		known: boolean;
	};
	/** What was spent until now, by category; nothing unless asked for. */
	spent: readonly SpentSoFar[];
}

export interface DecisionStateQuery {
	channel: string;
	contact: string;
	/** The contact is a user id: its phone number is asked for too. */
	withPhone?: boolean;
	account?: string;
	template?: { name: string; language: string };
	/** Epoch ms */
	sentSince?: number;
	/** Epoch ms */
	newCustomersSince?: number;
	/** The day of which it is asked what was spent, in the account's time zone: `2026-10-01`. */
	spentOn?: string;
	/** The campaign whose spending is asked for. */
	campaign?: string;
	/** The key of a send that isn't counted: the one that is decided about. */
	without?: string;
}
