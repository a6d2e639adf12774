import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { systemRuntime } from '../../../base';
import type { Store } from '../../../engine';
import { keyOfOnce } from '../../../engine';

/** The incoming event of an item: from the option, or else its `eventId`. Events of other sources can have a number. */
function eventOf(json: IDataObject, options: IDataObject): string {
	const eventId = options.eventId || json.eventId;
	return typeof eventId === 'string' || typeof eventId === 'number' ? String(eventId) : '';
}

/** Tells executions of this process from those of an n8n that counts from 1 again, because its database is new. */
const PROCESS = systemRuntime.uuid();

/** Whether n8n runs the node again with all of its items if one fails. An agent that uses a tool twice means it. */
function isRetried(context: IExecuteFunctions): boolean {
	const { type, retryOnFail } = context.getNode();
	return retryOnFail === true && !type.endsWith('Tool') && Boolean(context.getExecutionId());
}

/** What a repeat of a send has too. */
interface SendKey {
	key: string;
	/** Only another try of the same execution makes it again. */
	isOfExecution: boolean;
}

/**
 * A key for each send that can be repeated: by an execution for the same incoming event, or by n8n in the same execution.
 * It contains the place in the workflow, what repeats it, the customer, and a number if there are several for the same
 * customer.
 */
export function createSendKeys(context: IExecuteFunctions, inExecution = isRetried(context)) {
	const { id } = context.getNode();
	const place = [context.getWorkflow().id, id, context.getWorkflowDataProxy(0).$runIndex as number];
	const ofExecution = inExecution ? JSON.stringify(['execution', PROCESS, context.getExecutionId()]) : '';
	const counts = new Map<string, number>();
	return (to: string, json: IDataObject, options: IDataObject): SendKey | undefined => {
		const ofEvent = options.sendOnce === false ? '' : eventOf(json, options);
		const cause = ofEvent || ofExecution;
		if (cause === '') return undefined;
		const base = JSON.stringify([...place, cause, to]);
		const count = counts.get(base) ?? 0;
		counts.set(base, count + 1);
		return { key: `${base}#${count}`, isOfExecution: ofEvent === '' };
	};
}

/**
 * Whether this execution sent a message that is repeated, in an earlier try of the node: then that try's result is the
 * message's. Of one that answers an event, the log of decisions knows, unless it's turned off.
 */
export async function isOwnRepeat(
	context: IExecuteFunctions,
	{ decisions }: Store,
	channel: string,
	repeat: SendKey | undefined,
): Promise<boolean> {
	if (!repeat || !isRetried(context)) return false;
	if (repeat.isOfExecution) return true;
	const noted = await decisions.ofSends([keyOfOnce(repeat.key, channel)]);
	return noted.some(({ origin }) => origin?.execution === context.getExecutionId());
}
