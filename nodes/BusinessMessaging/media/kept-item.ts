import type { ItemCall, Output } from '../../shared/operation';

/** From this version on, what is known of a file joins the item that comes in. Before, it took its place. */
const FIRST_KEEPING_VERSION = 1.4;

/** What an item keeps of the one that came in. */
export function keptOf({ context, itemIndex }: Pick<ItemCall, 'context' | 'itemIndex'>): Output {
	const isKept = context.getNode().typeVersion >= FIRST_KEEPING_VERSION;
	return isKept ? context.getInputData()[itemIndex]! : { json: {} };
}
