import type { Sandbox } from '../../../sandbox';
import { poll } from '../../../tools/n8n';
import { messaging } from './workflows';

/** A Send and Wait for Response node. */
export const ask = (parameters: Record<string, unknown> = {}, name = 'Ask') =>
	messaging(
		{
			resource: 'message',
			operation: 'sendAndWait',
			to: '={{ $json.contact }}',
			message: 'Shall we deliver tomorrow?',
			responseType: 'approval',
			approvalOptions: { values: { approvalType: 'double' } },
			template: { __rl: true, mode: 'name', value: '' },
			options: {},
			...parameters,
		},
		{ name },
	);

/** Sends a text that says what the node before returned. */
export const tell = (text = '={{ JSON.stringify($json.data) }}') =>
	messaging(
		{
			resource: 'message',
			operation: 'sendText',
			to: '={{ $json.contact }}',
			text,
			options: { sendOnce: false },
		},
		{ name: 'Tell' },
	);

interface Tappable {
	id: string;
	title: string;
}

interface SentBody {
	text?: { body: string };
	interactive?: {
		type: string;
		action: { buttons?: Array<{ reply: Tappable }>; sections?: Array<{ rows: Tappable[] }> };
	};
	template?: {
		components?: Array<{ sub_type?: string; index?: string; parameters: Array<{ payload?: string }> }>;
	};
}

/** The customers of a sandbox, who read and tap. */
export function customersOf({ control }: Sandbox) {
	const sentTo = (contact: string) => control.sent().filter(({ to }) => to.replace('+', '') === contact);

	const tappableIn = (body: SentBody): Tappable[] => [
		...(body.interactive?.action.buttons ?? []).map(({ reply }) => reply),
		...(body.interactive?.action.sections ?? []).flatMap(({ rows }) => rows),
	];

	const withBody = ({ id, body }: { id: string; body: unknown }) => ({ id, body: body as SentBody });

	return {
		lastMessage: (contact: string) => withBody(sentTo(contact).at(-1)!),
		texts: (contact: string) => sentTo(contact).flatMap(({ body }) => (body as SentBody).text?.body ?? []),
		/** The last message to a customer, once there are so many. */
		async message(contact: string, count = 1) {
			const sent = async () => (sentTo(contact).length >= count ? sentTo(contact).at(count - 1) : undefined);
			const message = await poll(sent, {
				onTimeout: () => `${contact} got ${sentTo(contact).length} messages instead of ${count}.`,
			});
			return withBody(message);
		},
		/** Taps a button or a row of a message. */
		async tap(from: string, message: { id: string; body: SentBody }, title: string) {
			const tappable = tappableIn(message.body).find((each) => each.title === title);
			if (!tappable) throw new Error(`The message has no "${title}": ${JSON.stringify(message.body)}`);
			const isList = message.body.interactive?.type === 'list';
			const [type, reply] = isList ? ['list_reply', 'list_reply'] : ['button_reply', 'button_reply'];
			const interactive = { type, [reply]: tappable };
			await control.customerWrites({
				from,
				type,
				replyTo: message.id,
				message: { type: 'interactive', interactive },
			});
		},
		/** Taps a quick reply of a template. */
		async tapQuickReply(from: string, message: { id: string; body: SentBody }, index: number, text: string) {
			const replies = (message.body.template?.components ?? []).filter(
				({ sub_type }) => sub_type === 'quick_reply',
			);
			const payload = replies[index]!.parameters[0]!.payload!;
			await control.customerWrites({
				from,
				type: 'button',
				replyTo: message.id,
				message: { type: 'button', button: { payload, text } },
			});
		},
	};
}
