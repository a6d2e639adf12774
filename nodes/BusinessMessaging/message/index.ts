import type { Resource } from '../../shared/operation';
import { markAsRead } from './mark-as-read.operation';
import { preview } from './preview.operation';
import { sendAndWait } from './send-and-wait.operation';
import { sendAuto } from './send-auto.operation';
import { sendMessage } from './send-message.operation';
import { sendTemplate } from './send-template.operation';
import { sendText } from './send-text.operation';
import { trace } from './trace.operation';

export const message: Resource = {
	value: 'message',
	name: 'Message',
	default: 'sendAuto',
	operations: [markAsRead, preview, sendAndWait, sendAuto, sendMessage, sendTemplate, sendText, trace],
};
