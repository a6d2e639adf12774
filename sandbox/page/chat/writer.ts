import { useState } from 'preact/hooks';
import { control } from '../state/control';
import { useWorld } from '../state/use-world';
import type { Conversation } from './conversations';

/** Writes as the customer of a chat, or as the chosen member of a group. */
export interface Writer {
	/** The control's name of who writes; `undefined` in a group without members. */
	readonly from: string | undefined;
	/** The keys of who could write. */
	readonly members: readonly string[];
	readonly member: string | undefined;
	choose(member: string): void;
	/** @returns whether the message was written */
	write(text: string, replyTo?: string): Promise<boolean>;
	answer(fields: { type: string } & Record<string, unknown>, replyTo?: string): Promise<boolean>;
	/** A kind of message with the sandbox's sample content. */
	sample(kind: string, replyTo?: string): Promise<boolean>;
	/** Somebody at the business answers in the phone app. @returns whether the message was written */
	answerInPhoneApp(text: string): Promise<boolean>;
	call(): void;
	react(messageId: string, emoji: string): void;
}

/** The writer of a chat. */
export function useWriter(chat: Conversation | undefined): Writer {
	const { customers } = useWorld();
	const [chosen, choose] = useState<string>();
	const members = chat?.group?.participants ?? (chat === undefined ? [] : [chat.key]);
	const member = members.find((key) => key === chosen) ?? members[0];
	const from = customers.find(({ key }) => key === member)?.address;
	const send = async (fields: object) => {
		if (from === undefined) return false;
		const group = chat?.group === undefined ? {} : { group: chat.group.id };
		return (await control('customerWrites', { from, ...group, ...fields })) !== undefined;
	};
	const reply = (replyTo?: string) => (replyTo === undefined ? {} : { replyTo });
	return {
		from,
		members,
		member,
		choose,
		write: (text, replyTo) => send({ text, ...reply(replyTo) }),
		answer: (message, replyTo) => send({ message, ...reply(replyTo) }),
		sample: (type, replyTo) => send({ type, ...reply(replyTo) }),
		answerInPhoneApp: async (text) => (await control('appReplies', { to: from, text })) !== undefined,
		call: () => void control('customerCalls', { from }),
		react: (messageId, emoji) => {
			void send({ message: { type: 'reaction', reaction: { message_id: messageId, emoji } } });
		},
	};
}
