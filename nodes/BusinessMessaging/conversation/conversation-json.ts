import type { IDataObject } from 'n8n-workflow';
import type { Conversation } from '../../../engine';

/** A conversation as an item carries it: times as ISO 8601. */
export function conversationJson(
	customer: string,
	{ window, windowClosesAt, holder, optedOut }: Conversation,
): IDataObject {
	return {
		customer,
		window,
		windowClosesAt: windowClosesAt === undefined ? null : new Date(windowClosesAt).toISOString(),
		holder,
		optedOut: [...optedOut].sort(),
	};
}
