import { reasonsForNothing } from '../../../engine';
import { limit, returnAll } from '../../shared/common-fields';
import { nothingJson, timelineJson } from '../../shared/timeline-json';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { readLimit, readTime } from '../../shared/read/values';
import { customerField, ofCustomer } from './customer';
import { since } from './get-messages.operation';

/** As much as the newest is looked for, if everything is asked for. */
const MOST = 10_000;

/** Tells what happened with a customer, and why. */
export const getTimeline: Operation = {
	value: 'getTimeline',
	name: 'Get Timeline',
	description:
		'Find out what happened with a customer and why: what came in, what was decided by which rule, what was sent, and what happens next',
	action: 'Get the timeline of a conversation',
	fields: [customerField, since, returnAll, limit],
	forEachItem: perItem(ofCustomer, async ({ context, get, engine, store, channel, customer, itemIndex }) => {
		const timeZone = context.getTimezone();
		const most = Math.min(readLimit(context, itemIndex), MOST);
		const from = readTime(get('since', ''), 'Since', timeZone);
		const entries = await engine.timeline({
			channel,
			to: customer,
			limit: most,
			...(from !== undefined && { since: from }),
		});
		const of = { contact: customer, customer };
		if (entries.length > 0) {
			return entries.slice(-most).map((entry) => ({ json: { ...timelineJson(entry, timeZone), ...of } }));
		}
		const reasons = await reasonsForNothing(store, channel);
		const nothing = nothingJson('Nothing is stored about this customer.', reasons, timeZone);
		return { json: { ...nothing, ...of } };
	}),
};
