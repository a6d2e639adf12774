import type { IDataObject } from 'n8n-workflow';
import type { Conversation } from '../../../engine';
import { isoTime } from '../../shared/times';

/** A conversation as an item carries it: times as ISO 8601. */
export function conversationJson(
	customer: string,
	{ window, windowClosesAt, holder, optedOut, humanRepliedAt }: Conversation,
): IDataObject {
	return {
		contact: customer,
		customer,
		window,
		windowClosesAt: isoTime(windowClosesAt),
		holder,
		optedOut: [...optedOut].sort(),
		humanRepliedAt: isoTime(humanRepliedAt),
	};
}
