/** Says what becomes of recipients who are in a campaign that isn't finished, and how to send them something else. */
export const FIRST_MESSAGE =
	'They keep the message that was planned first, which Send Due sends unless it did already. To send them another message, enter another Campaign ID';

/** Says that recipients get nothing more from their campaign, and how they would. */
export const NOTHING_MORE =
	'This campaign is finished, so nothing more is sent to them. To send them another message, enter another Campaign ID';
