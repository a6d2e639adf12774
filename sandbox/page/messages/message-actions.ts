import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What the customer who looks at a chat can do with the messages in it. */
export interface MessageActions {
	/** Answers with fields of a message, such as a pressed button. */
	answer(fields: { type: string } & Record<string, unknown>, replyTo?: string): void;
	/** Answers with the sandbox's sample of a kind of message. */
	sample(kind: string, replyTo?: string): void;
	/** Calls the business. */
	call(): void;
	react(messageId: string, emoji: string): void;
	quote(messageId: string): void;
}

export const MessageActionsContext = createContext<MessageActions | undefined>(undefined);

/** What can be done with messages here. */
export function useMessageActions(): MessageActions {
	const actions = useContext(MessageActionsContext);
	if (actions === undefined) throw new Error('nothing can be done with messages here');
	return actions;
}
