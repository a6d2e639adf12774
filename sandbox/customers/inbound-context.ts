import { newMessageId } from '../identity';
import type { World } from '../world';
import type { Customer } from './customer';

/**
 * The `context` of an answer: the message of the business that it answers, and the number that sent it. An answer to
 * a button or a list names the last message to the customer unless `replyTo` names another. Facts, §8.
 */
export function contextFields(
	{ account, ledger }: World,
	customer: Customer,
	{ replyTo, isReply }: { readonly replyTo: string | undefined; readonly isReply: boolean },
): object {
	if (replyTo === undefined && !isReply) return {};
	const last = () => ledger.sent.findLast((message) => ledger.customerOf(message) === customer)?.id;
	return { context: { from: account.displayPhoneNumber, id: replyTo ?? last() ?? newMessageId() } };
}
