import type { IDataObject } from 'n8n-workflow';
import type { Intent } from '../../../engine';

function readTime(value: unknown): number | undefined {
	if (value === undefined || value === '') return undefined;
	const time = Date.parse(String(value));
	if (Number.isNaN(time)) throw new Error(`Last Message of the Customer is not a time: ${String(value)}`);
	return time;
}

/** The options of a form that say more about an intent. */
export function readIntentOptions(
	options: IDataObject,
): Pick<Intent, 'recipientType' | 'category' | 'timeZone' | 'lastInboundAt'> {
	return {
		recipientType: options.recipientType as Intent['recipientType'],
		...(options.category ? { category: options.category as string } : {}),
		...(options.timeZone ? { timeZone: options.timeZone as string } : {}),
		lastInboundAt: readTime(options.lastInboundAt),
	};
}
