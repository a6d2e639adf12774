import type { INodeProperties } from 'n8n-workflow';
import type { MessageQuery } from '../../../engine';
import { reasonsForNothing, timelineOf } from '../../../engine';
import { connect } from '../../shared/connect';
import { nothingJson, timelineJson } from '../../shared/json/timeline-json';
import type { Operation } from '../../shared/operation';

/** What finds a message, by the value of the field. */
const FINDS: Readonly<Record<string, (channel: string, given: string) => MessageQuery>> = {
	messageId: (channel, messageId) => ({ channel, messageId }),
	execution: (channel, execution) => ({ channel, execution }),
	key: (channel, key) => ({ channel, key }),
};

const fields: INodeProperties[] = [
	{
		displayName: 'Find By',
		name: 'findBy',
		type: 'options',
		options: [
			{
				name: 'Message ID',
				value: 'messageId',
				description: 'As Send Auto returns it, and statuses have it',
			},
			{
				name: 'Execution ID',
				value: 'execution',
				description: 'All messages that an execution of a workflow sent, held, or skipped',
			},
			{ name: 'Key', value: 'key', description: 'As Get Timeline and Export return it' },
		],
		default: 'messageId',
	},
	{
		displayName: 'ID or Key',
		name: 'traced',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'wamid.…',
		description: 'The ID of the message or of the execution, or the key',
	},
];

/** Tells what happened with one message, and why. */
export const trace: Operation = {
	value: 'trace',
	name: 'Trace',
	description:
		'Find out what happened with a message and why: what was decided by which rule, when it was sent, and each status',
	action: 'Trace a message',
	fields,
	async forEachItem(context) {
		const { credential, engine, store, sender } = await connect(context);
		const { channel } = credential;
		const timeZone = context.getTimezone();
		await sender.freshenClock(channel);
		return async (itemIndex) => {
			const findBy = String(context.getNodeParameter('findBy', itemIndex, 'messageId'));
			const given = String(context.getNodeParameter('traced', itemIndex) ?? '').trim();
			const find = Object.hasOwn(FINDS, findBy) ? FINDS[findBy] : undefined;
			if (!find) throw new Error(`Find By can't be "${findBy}". Choose Message ID, Execution ID, or Key.`);
			if (given === '') {
				throw new Error('ID or Key is empty. Enter the ID of a message or of an execution, or a key.');
			}
			const happened = await store.conversations.happeningsOf(find(channel, given));
			const entries = timelineOf(happened, await store.decisions.policies(), await engine.now(channel));
			if (entries.length > 0) return entries.map((entry) => ({ json: timelineJson(entry, timeZone) }));
			const reasons = await reasonsForNothing(store, channel);
			return [{ json: nothingJson('Nothing is stored about this message.', reasons, timeZone) }];
		};
	},
};
