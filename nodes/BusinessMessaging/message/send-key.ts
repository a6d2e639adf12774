import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The incoming event of an item: from the option, or else its `eventId`. */
function eventOf(json: IDataObject, options: IDataObject): string {
	const eventId = options.eventId || json.eventId;
	return typeof eventId === 'string' ? eventId : '';
}

/**
 * A key for each send that answers an incoming event. A repeated execution makes the same key: it contains the place in
 * the workflow, the event, the customer, and a number if there are several for the same customer.
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
