import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { Icon, type IconName } from '../../../page/ui/icon';
import { textAt } from './json';
import { nameOfType } from './summary';

/** What the customer who looks at a chat can do with the messages in it. */
interface MessageActions {
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

interface ChoiceProps {
	readonly text: string;
	/** Unset if pressing it does nothing here, such as opening a link. */
	readonly onClick?: (() => unknown) | undefined;
	readonly icon?: IconName;
}

/** A button in a message. */
export function Choice({ text, onClick, icon = onClick === undefined ? 'link' : 'reply' }: ChoiceProps) {
	const content = (
		<>
			<Icon name={icon} /> {text}
		</>
	);
	if (onClick === undefined) return <span class="choice">{content}</span>;
	return (
		<button type="button" class="choice" onClick={() => void onClick()}>
			{content}
		</button>
	);
}

const ICONS: Readonly<Record<string, IconName>> = { image: 'picture', sticker: 'picture', audio: 'voice' };

/** A file: a picture if it can be shown, or its kind and name. Files of other hosts aren't loaded. */
export function Media({ type, file }: { readonly type: string; readonly file: unknown }) {
	const [isBroken, setBroken] = useState(false);
	const id = textAt(file, 'id');
	const caption = textAt(file, 'caption');
	const name = textAt(file, 'filename') || textAt(file, 'link') || nameOfType(type);
	const isPicture = (type === 'image' || type === 'sticker') && /^\d+$/.test(id) && !isBroken;
	return (
		<>
			{isPicture ? (
				<img
					class="picture"
					src={`/sandbox/media/${id}`}
					alt={caption || 'A picture'}
					onError={() => setBroken(true)}
				/>
			) : (
				<span class="file">
					<Icon name={ICONS[type] ?? 'document'} /> {name}
				</span>
			)}
			{caption !== '' && <p class="words">{caption}</p>}
		</>
	);
}

/** Cards beside each other. */
export function Cards({ children }: { readonly children: ComponentChildren }) {
	return (
		// A person who uses only the keyboard scrolls it.
		<ul class="carousel" aria-label="Cards" tabIndex={0}>
			{children}
		</ul>
	);
}
