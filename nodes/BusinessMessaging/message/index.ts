import type { Resource } from '../../shared/operation';
import { markAsRead, trace } from './by-id.operations';
import { preview } from './preview.operation';
import { sendAndWait } from './wait/send-and-wait.operation';
import { sendAuto, sendMessage, sendTemplate, sendText } from './send.operations';

export const message: Resource = {
	value: 'message',
	name: 'Message',
	default: 'sendAuto',
	operations: [sendAuto, markAsRead, preview, sendAndWait, sendMessage, sendTemplate, sendText, trace],
};
