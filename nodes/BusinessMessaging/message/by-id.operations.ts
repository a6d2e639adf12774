import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { reasonsForNothing } from '../../../engine';
import { connect, connectGateway } from '../../shared/connect';
import { nothingJson, timelineJson } from '../../shared/timeline-json';
import type { Operation } from '../../shared/operation';
import { text } from '../../shared/read/values';
import { profilesOf } from '../../shared/profiles';
import { hintOfTimeline } from '../conversation/get-timeline.operation';

/** Which message. */
const messageIdField: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'wamid.…',
	description: 'The ID of the message. The messages before it are marked, too.',
};

/** What names a message, or several. */
const tracedField: INodeProperties = {
	...messageIdField,
	displayName: 'Message or Execution ID',
	placeholder: 'wamid.… or 231',
	description:
		'The ID of a message, the ID of an execution for all messages that it sent, held, or skipped, or a key from Get Timeline',
};

const messageIdOf = (context: IExecuteFunctions, itemIndex: number): string =>
	text(context.getNodeParameter('messageId', itemIndex));

const typing: INodeProperties = {
	displayName: 'Show Typing',
	name: 'typing',
	type: 'boolean',
	default: false,
	description: 'Whether to also show the customer that you are typing',
};

/** Shows the customer that a message was read. */
export const markAsRead: Operation = {
	value: 'markAsRead',
	name: 'Mark as Read',
	description: 'Show the customer that a message was read',
	action: 'Mark a message as read',
	fields: [messageIdField, typing],
	async forEachItem(context) {
		const { gateway } = await connectGateway(context);
		return async (itemIndex) => {
			const messageId = messageIdOf(context, itemIndex);
			const isTyping = context.getNodeParameter('typing', itemIndex, false) === true;
			await gateway.messages.markAsRead(messageId, { typing: isTyping });
			return [{ json: { messageId, read: true, typing: isTyping } }];
		};
	},
};

/** Tells what happened with one message, and why. */
export const trace: Operation = {
	value: 'trace',
	name: 'Trace',
	description:
		'Find out what happened with a message and why: what was decided by which rule, when it was sent, and each status. Also for all messages of an execution.',
	action: 'Trace a message',
	fields: [tracedField],
	hint: hintOfTimeline,
	named: {
		what: 'this message',
		async isKnown(context, itemIndex) {
			const { credential, engine } = await connect(context);
			const message = messageIdOf(context, itemIndex);
			if (message === '') return undefined;
			return (await engine.trace({ channel: credential.channel, message })).length > 0;
		},
	},
	async forEachItem(context) {
		const { credential, engine, store, sender } = await connect(context);
		const { channel } = credential;
		const timeZone = context.getTimezone();
		await sender.freshenClock(channel);
		return async (itemIndex) => {
			const named = messageIdOf(context, itemIndex);
			if (named === '') {
				throw new Error(
					'Message or Execution ID is empty. Enter the ID of a message or of an execution, or a key.',
				);
			}
			const entries = await engine.trace({ channel, message: named });
			if (entries.length > 0) {
				const contacts = entries.flatMap(({ contact }) => contact ?? []);
				const names = await profilesOf(store, channel, contacts);
				return entries.map((entry) => {
					const { contact = '' } = entry;
					const of = { contact: contact || null, contactName: names.get(contact) ?? null };
					return { json: { ...timelineJson(entry, timeZone), ...of } };
				});
			}
			const reasons = await reasonsForNothing(store, channel);
			return [{ json: nothingJson('Nothing is stored about this message.', reasons, timeZone) }];
		};
	},
};
