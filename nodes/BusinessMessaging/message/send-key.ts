import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The incoming event that an item carries: the option's, else its `eventId`. */
function eventOf(json: IDataObject, options: IDataObject): string {
	const eventId = options.eventId || json.eventId;
	return typeof eventId === 'string' ? eventId : '';
}

/**
 * Gives each send that answers an incoming event a key that a repeated execution gives it again: the place in the
 * workflow, the event, the customer, and which of several for the same customer it is.
 */
export function createSendKeys(context: IExecuteFunctions) {
	const place = [
		context.getWorkflow().id,
		context.getNode().id,
		context.getWorkflowDataProxy(0).$runIndex as number,
	];
	const counts = new Map<string, number>();
	return (to: string, json: IDataObject, options: IDataObject): string | undefined => {
		const eventId = eventOf(json, options);
		if (options.sendOnce === false || eventId === '') return undefined;
		const base = JSON.stringify([...place, eventId, to]);
		const count = counts.get(base) ?? 0;
		counts.set(base, count + 1);
		return `${base}#${count}`;
	};
}
