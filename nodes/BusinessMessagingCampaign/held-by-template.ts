import type { PlannedRecipient, Sender } from '../../sending';
import type { Connected } from '../shared/connect';

/** The rules of the shipped policies that hold or skip everyone, because of the template's state. */
const OF_TEMPLATE: ReadonlySet<string> = new Set([
	'template-in-review',
	'template-never-seen',
	'template-paused',
	'template-paused-without-end',
	'template-unusable',
]);

/**
 * Why a template can't go out now, asked for one of its recipients.
 * @returns undefined if it can, if the recipient gets something else, and if the gateway can't be asked
 */
export async function heldByTemplate(
	sender: Pick<Sender, 'decide'>,
	{ channel, account }: Connected['credential'],
	{ to, recipientType, template, freeform }: PlannedRecipient,
): Promise<string | undefined> {
	const intent = { channel, account, to, recipientType, template, freeform: freeform !== undefined };
	const decision = await sender.decide(intent).catch(() => undefined);
	return decision && OF_TEMPLATE.has(decision.rule) ? decision.reason : undefined;
}
