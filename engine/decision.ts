import type { TraceStep } from '../rules';
import type { Facts } from './policies/facts';
import type { SendCap } from './store/caps';
import type { DecidedCost, Reservation } from './store/money';

/** The form in which a message goes out. */
export type SentAs = 'freeform' | 'template';

export type Action = SentAs | 'hold' | 'skip';

/** What the rules say: may this message go out now, and as what? */
export interface Verdict {
	action: Action;
	/** Name of the rule that fired. */
	rule: string;
	/** A sentence for people. */
	reason: string;
	/** When to ask again. It's there whenever waiting alone helps. Epoch ms */
	retryAt?: number;
	/** For every rule before the one that fired, why it didn't. */
	trace?: TraceStep[];
}

/** A verdict, with the facts that the rules were asked about. */
export interface Decision extends Verdict {
	facts: Facts;
	/** Of a template that the platform doesn't accept for the intent's user id (131062): the number to send it to. */
	sendTo?: string;
	/** Of a decision to send under a policy that counts: what it counted, and the bounds. */
	caps?: readonly SendCap[];
	/** Of a decision to send, if the account has prices: what it adds to what is spent. */
	reserve?: Reservation;
	/** If the account has prices: what it costs at most, in the form that it goes out in, or would go out in now. */
	estimate?: DecidedCost;
}
