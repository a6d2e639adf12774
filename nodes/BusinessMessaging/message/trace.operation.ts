import type { Happenings, Store } from '../../../engine';
import { reasonsForNothing, timelineOf } from '../../../engine';
import { connect } from '../../shared/connect';
import { nothingJson, timelineJson } from '../../shared/decision-json';
import type { Operation } from '../../shared/operation';
import { messageIdField } from './mark-as-read.operation';

/** What happened with the messages that this names: a message, the key of one, or an execution that sent some. */
async function happeningsOf({ conversations }: Store, channel: string, named: string): Promise<Happenings> {
	const all = await Promise.all([
		conversations.happeningsOf({ channel, messageId: named }),
		conversations.happeningsOf({ channel, key: named }),
		conversations.happeningsOf({ channel, execution: named }),
	]);
	return all.find(({ decisions, sends }) => decisions.length + sends.length > 0) ?? all[0];
}

/** Tells what happened with one message, and why. */
export const trace: Operation = {
	value: 'trace',
	name: 'Trace',
	description:
		'Find out what happened with a message and why: what was decided by which rule, when it was sent, and each status. Also for all messages of an execution.',
	action: 'Trace a message',
	fields: [messageIdField],
	async forEachItem(context) {
		const { credential, engine, store, sender } = await connect(context);
		const { channel } = credential;
		const timeZone = context.getTimezone();
		await sender.freshenClock(channel);
		return async (itemIndex) => {
			const named = String(context.getNodeParameter('messageId', itemIndex) ?? '').trim();
			if (named === '') {
				throw new Error('Message ID is empty. Enter the ID of a message or of an execution, or a key.');
			}
			const happened = await happeningsOf(store, channel, named);
			const entries = timelineOf(happened, await store.decisions.policies(), await engine.now(channel));
			if (entries.length > 0) return entries.map((entry) => ({ json: timelineJson(entry, timeZone) }));
			const reasons = await reasonsForNothing(store, channel);
			return [{ json: nothingJson('Nothing is stored about this message.', reasons, timeZone) }];
		};
	},
};
