import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { costsTogether, reasonsForNothing } from '../../../engine';
import { limit, returnAll } from '../../shared/common-fields';
import { nothingJson, timelineJson } from '../../shared/timeline-json';
import { costOf } from '../../shared/spending-json';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { ranOften } from '../../shared/run-action';
import { readLimit, readTime } from '../../shared/read/values';
import { customerField, ofFoundCustomer } from './customer';
import { since } from './get-messages.operation';

/** As much as the newest is looked for, if everything is asked for. */
const MOST = 10_000;

const times = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** What became of messages that didn't go out, in the words of the counts. */
const UNSENT: ReadonlyArray<readonly [word: string, isMeant: (item: IDataObject) => boolean]> = [
	['held', ({ action }) => action === 'hold'],
	['skipped', ({ kind, action }) => kind === 'decision' && action === 'skip'],
	['refused', ({ kind }) => kind === 'refused'],
];

/**
 * What matters most: how much there was, why the last message didn't go out, what happens next, and what it cost.
 * @param most how many of the newest entries were asked for: if there are as many, others can be missing
 */
export function hintOfTimeline(
	output: IDataObject[],
	context: IExecuteFunctions,
	most = Infinity,
): string | undefined {
	if (new Set(output.map(({ contact }) => contact)).size !== 1) return undefined;
	const items = [...new Map(output.map((item) => [JSON.stringify(item), item])).values()];
	const runs = context.getInputData().length;
	const ofKind = (kind: string) => items.filter((item) => item.kind === kind);
	const decided = (...actions: string[]) => items.filter(({ action }) => actions.includes(String(action)));
	const last = items.findLast(({ kind }) => ['decision', 'refused', 'sent'].includes(String(kind)));
	const isOut = last === undefined || last.kind === 'sent' || decided('freeform', 'template').includes(last);
	const cost = costsTogether(items.flatMap(costOf));
	const counts = [
		times(ofKind('message').length, 'message received', 'messages received'),
		`${ofKind('sent').length} sent`,
		...UNSENT.flatMap(([word, isMeant]) => {
			const count = items.filter(isMeant).length;
			return count > 0 ? [`${count} ${word}`] : [];
		}),
	];
	if (ofKind('nothing').length > 0) return String(items[0]!.sentence);
	const isCut = items.length >= most;
	return [
		`${isCut ? `The newest ${times(items.length, 'entry', 'entries')}: ` : ''}${counts.join(', ')}.`,
		...(isOut ? [] : [`The last message didn't go out. ${String(last.sentence)}`]),
		...new Set(ofKind('next').map(({ sentence }) => String(sentence))),
		...(cost === undefined ? [] : [`Cost of what was sent${isCut ? ' in these entries' : ''}: ${cost}.`]),
		...(isCut && most < MOST ? ['To tell and count everything, turn on Return All.'] : []),
		...(runs > 1 && items.length < output.length ? [ranOften(runs, 'customer')] : []),
	].join('\n');
}

const mostOf = (context: IExecuteFunctions, itemIndex: number) =>
	Math.min(readLimit(context, itemIndex), MOST);

/** An item whose limit can't be read has an error of its own. */
function mostOfFirst(context: IExecuteFunctions): number {
	try {
		return mostOf(context, 0);
	} catch {
		return Infinity;
	}
}

/** Tells what happened with a customer, and why. */
export const getTimeline: Operation = {
	value: 'getTimeline',
	name: 'Get Timeline',
	description:
		'Find out what happened with a customer and why: what came in, what was decided by which rule, what was sent, and what happens next',
	action: 'Get the timeline of a conversation',
	fields: [customerField, since, returnAll, limit],
	hint: (output, context) => hintOfTimeline(output, context, mostOfFirst(context)),
	forEachItem: perItem(
		ofFoundCustomer,
		async ({ context, get, engine, store, channel, customer, itemIndex }) => {
			const timeZone = context.getTimezone();
			const most = mostOf(context, itemIndex);
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
			const nothing = nothingJson(
				'Nothing is stored about this customer. Check the number first.',
				reasons,
				timeZone,
			);
			return { json: { ...nothing, ...of } };
		},
	),
};
