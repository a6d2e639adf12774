import type { z } from 'zod';
import { describeProblems, problemsOf } from '../problems';
import { platformRefusal } from '../refusal';
import { commonShape, contentShapes, type MessageType } from './shapes';
import { templateShape, type TemplateContent } from './template-shape';

/** A message that is well formed. `to` and `recipient` are as the client wrote them. */
export interface OutgoingMessage {
	readonly to?: string;
	readonly recipient?: string;
	readonly recipientType: 'individual' | 'group';
	readonly type: MessageType;
	readonly template?: TemplateContent;
	readonly callbackData?: string;
	readonly body: Readonly<Record<string, unknown>>;
}

/** Reads a message, or refuses it: 131008 what is missing, 131009 what is wrong, 100 an unknown type. */
export function readMessage(body: unknown): OutgoingMessage {
	const common = read(commonShape, body);
	const { to, recipient, type, recipient_type: recipientType } = common;
	if (recipientType !== 'individual' && recipientType !== 'group') {
		throw platformRefusal(100, `recipient_type must be individual or group, got ${recipientType}`);
	}
	if (to === undefined && recipient === undefined) {
		throw platformRefusal(131008, 'to is missing: a message needs to or recipient');
	}
	if (!isMessageType(type)) {
		throw platformRefusal(100, `type must be one of ${Object.keys(contentShapes).join(', ')}, got ${type}`);
	}
	const fields = body as Record<string, unknown>;
	if (fields[type] === undefined) throw platformRefusal(131008, `${type} is missing`);
	const content = fields[type];
	const template = type === 'template' ? read(templateShape, content, 'template') : undefined;
	if (template === undefined) read(contentShapes[type], content, type);
	return {
		...(to === undefined ? {} : { to }),
		...(recipient === undefined ? {} : { recipient }),
		recipientType,
		type,
		...(template === undefined ? {} : { template }),
		...(common.biz_opaque_callback_data ? { callbackData: common.biz_opaque_callback_data } : {}),
		body: fields,
	};
}

/** Reads `value` as `shape`, or refuses it in the platform's way. */
export function read<Shape extends z.ZodType>(shape: Shape, value: unknown, path = ''): z.output<Shape> {
	const result = shape.safeParse(value);
	if (result.success) return result.data;
	const problems = problemsOf(result.error, value).map((problem) => ({
		...problem,
		path: [path, problem.path].filter(Boolean).join('.'),
	}));
	throw platformRefusal(
		problems.some(({ missing }) => missing) ? 131008 : 131009,
		describeProblems(problems),
	);
}

function isMessageType(type: string): type is MessageType {
	return Object.hasOwn(contentShapes, type);
}
