/**
 * Where a message stands on its way out.
 *
 * | state | means |
 * | --- | --- |
 * | planned | it waits for its turn |
 * | claimed | a worker has it for a while (a lease), and nothing was handed to the gateway |
 * | sending | it is being handed to the gateway: written just before the call |
 * | accepted | the gateway took it, which is not yet delivery |
 * | delivered, read | the customer's device has it; the customer saw it |
 * | failed | the gateway refused it for good, at once or later |
 * | held | it may not go out now; it is looked at again when it is due |
 * | skipped | it will not go out |
 * | unconfirmed | it was handed to the gateway, and what came of it is not known: a later status tells |
 */
export const RECIPIENT_STATES = [
	'planned',
	'claimed',
	'sending',
	'accepted',
	'delivered',
	'read',
	'failed',
	'held',
	'skipped',
	'unconfirmed',
] as const;

export type RecipientState = (typeof RECIPIENT_STATES)[number];
