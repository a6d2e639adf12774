import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';
import { Icon, type IconName } from '../../../page/ui/icon';
import { textAt } from './json';
import { nameOfType } from './summary';
import { Button } from '../../../page/ui/button';

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
		<Button class="choice" onClick={() => void onClick()}>
			{content}
		</Button>
	);
}

const ICONS: Readonly<Record<string, IconName>> = { image: 'picture', sticker: 'picture', audio: 'voice' };

/** What a file is called, which leads to it: an uploaded one is saved, and a link opens in a tab of its own. */
function FileName({ type, file }: { readonly type: string; readonly file: unknown }) {
	const [id, link, filename] = [textAt(file, 'id'), textAt(file, 'link'), textAt(file, 'filename')];
	const isLink = /^https?:\/\//i.test(link);
	const content = (
		<>
			<Icon name={ICONS[type] ?? 'document'} />
			<span>
				{filename || link || nameOfType(type)}
				{isLink && <small>A phone shows what the link leads to.</small>}
			</span>
		</>
	);
	if (/^\d+$/.test(id)) {
		return (
			<a class="file" href={`/sandbox/media/${id}`} download={filename || true}>
				{content}
			</a>
		);
	}
	if (!isLink) return <span class="file">{content}</span>;
	return (
		<a class="file" href={link} target="_blank" rel="noopener noreferrer">
			{content}
		</a>
	);
}

interface MediaProps {
	readonly type: string;
	readonly file: unknown;
	/** The message that it is in, if a link of it can be followed. */
	readonly messageId?: string;
}

/** A file: a picture, or its name. Where a picture is only linked, the sandbox loads it once the person wants it. */
export function Media({ type, file, messageId }: MediaProps) {
	/** Why the picture can't be shown; empty if it can. */
	const [why, tell] = useState('');
	const [isWanted, want] = useState(false);
	const id = textAt(file, 'id');
	const caption = textAt(file, 'caption');
	const isPicture = type === 'image' || type === 'sticker';
	const isUploaded = isPicture && /^\d+$/.test(id);
	const isLinked = isPicture && messageId !== undefined && textAt(file, 'link') !== '';
	const isShown = why === '' && (isUploaded || (isLinked && isWanted));
	return (
		<>
			{isShown ? (
				<img
					class="picture"
					src={isUploaded ? `/sandbox/media/${id}` : `/sandbox/linked/${encodeURIComponent(messageId ?? '')}`}
					alt={caption || 'A picture'}
					onError={async ({ currentTarget: { src } }) => {
						const answer = await fetch(src);
						tell(answer.ok ? 'the file isn’t one' : ((await answer.json()) as { error: string }).error);
					}}
				/>
			) : (
				<FileName type={type} file={file} />
			)}
			{isLinked && !isWanted && (
				<Button class="choice" onClick={() => want(true)}>
					<Icon name="picture" /> Show the picture
				</Button>
			)}
			{isLinked && why !== '' && <p class="hint">No picture: {why}.</p>}
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
