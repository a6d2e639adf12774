import { impossibleAddress, readAddress } from '../../../platform';

/**
 * Says in a node of an older version, which takes any text for a customer, which recipients can't be one; nothing if all
 * can.
 * @param total how many messages there were in all
 */
export function describeWrongRecipients(recipients: readonly string[], total: number): string | undefined {
	const wrong = recipients.filter((to) => readAddress(to) === undefined);
	const [first] = wrong;
	if (first === undefined) return undefined;
	return `${wrong.length} of ${total} recipients can't be one, for example: ${impossibleAddress(first)} To get an error instead, replace this node with a new one.`;
}
