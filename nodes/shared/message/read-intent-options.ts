import type { IDataObject } from 'n8n-workflow';
import type { Intent } from '../../../engine';
import { readTime } from '../read/read-time';

/** The options of a form that say more about an intent. @param workflowZone the time zone of the workflow */
export function readIntentOptions(
	options: IDataObject,
	workflowZone: string,
): Pick<Intent, 'recipientType' | 'category' | 'timeZone' | 'lastInboundAt'> {
	return {
		recipientType: options.recipientType as Intent['recipientType'],
		...(options.category ? { category: options.category as string } : {}),
		...(options.timeZone ? { timeZone: options.timeZone as string } : {}),
		lastInboundAt: readTime(options.lastInboundAt, 'Last Message of the Customer', workflowZone),
	};
}
