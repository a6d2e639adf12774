import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { asDay, asTime } from '../../../page/times';
import { useNow, useWorld } from '../state/use-world';
import { Content } from './content';
import { textAt } from './json';
import { useMessageActions } from './parts';
import { noteText, summaryOf } from './summary';
import { Button, IconButton } from '../../../page/ui/button';

interface MessagesProps {
	readonly entries: readonly EntryRecord[];
	readonly title: string;
	readonly isGroup: boolean;
}

/** All messages of a chat, with the days and notes between them. Stays at the newest. */
export function Messages({ entries, title, isGroup }: MessagesProps) {
	const { customers } = useWorld();
	const end = useRef<HTMLDivElement>(null);
	const byId = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries]);
	const reactions = useMemo(() => reactionsIn(entries), [entries]);
	const last = entries.at(-1)?.id;
	const toTheNewest = () => end.current?.scrollTo({ top: end.current.scrollHeight });
	useEffect(toTheNewest, [last]);
	useEffect(() => {
		if (end.current === null) return undefined;
		// What opens below the messages takes room from them.
		const observer = new ResizeObserver(toTheNewest);
		observer.observe(end.current);
		return () => observer.disconnect();
	}, []);
	return (
		// A person who uses only the keyboard scrolls it.
		<div class="messages" role="log" aria-label={`Messages with ${title}`} tabIndex={0} ref={end}>
			<ol>
				{entries.map((entry, index) => {
					const { id, by, at, author, replyTo } = entry;
					const isNewDay = asDay(at) !== asDay(entries[index - 1]?.at ?? 0);
					const name = isGroup ? customers.find(({ key }) => key === author)?.name : undefined;
					return [
						isNewDay && (
							<li class="day" key={`day-${id}`}>
								{asDay(at)}
							</li>
						),
						by === 'note' ? (
							<li class="note" data-type={entry.type} key={id}>
								{noteText(entry)}
							</li>
						) : entry.type === 'reaction' && byId.has(targetOf(entry)) ? null : (
							<Bubble
								key={id}
								entry={entry}
								author={name}
								quoted={replyTo === undefined ? undefined : byId.get(replyTo)}
								reactions={reactions.get(id) ?? []}
							/>
						),
					];
				})}
				<Typing entries={entries} />
			</ol>
		</div>
	);
}

/** The business said that it types, and hasn't answered yet. */
function Typing({ entries }: { readonly entries: readonly EntryRecord[] }) {
	const now = useNow();
	const asked = entries.findLastIndex(({ typingUntil = 0 }) => typingUntil > now);
	const isAnswered = entries.slice(asked + 1).some(({ by }) => by === 'business');
	if (asked === -1 || isAnswered) return null;
	return <li class="typing">The business is typing …</li>;
}

const targetOf = ({ content }: EntryRecord) => textAt(content, 'reaction', 'message_id');

/** The reactions that stand, by message. A newer one of the same side replaces an older one; an empty one removes it. */
function reactionsIn(entries: readonly EntryRecord[]): Map<string, string[]> {
	const standing = new Map<string, Map<string, string>>();
	for (const entry of entries) {
		if (entry.type !== 'reaction') continue;
		const ofMessage = standing.get(targetOf(entry)) ?? new Map<string, string>();
		ofMessage.set(entry.author ?? entry.by, textAt(entry.content, 'reaction', 'emoji'));
		standing.set(targetOf(entry), ofMessage);
	}
	return new Map([...standing].map(([id, ofMessage]) => [id, [...ofMessage.values()].filter(Boolean)]));
}

const SPEAKERS: Readonly<Record<string, string>> = {
	business: 'The business',
	agent: 'Business agent',
	'phone-app': 'Team, in the phone app',
};

interface BubbleProps {
	readonly entry: EntryRecord;
	/** Who wrote it, if that isn't clear from its side. */
	readonly author?: string | undefined;
	readonly quoted?: EntryRecord | undefined;
	readonly reactions: readonly string[];
}

/** A message: the customer's on the right, as on the customer's own phone. */
function Bubble({ entry, author, quoted, reactions }: BubbleProps) {
	const { by, at, type, status, error, read } = entry;
	const isOwn = by === 'customer';
	return (
		<li class="bubble-row" data-by={by} data-type={type}>
			<article
				class="bubble"
				aria-label={`${isOwn ? (author ?? 'The customer') : SPEAKERS[by]}, ${asTime(at)}`}
			>
				{by === 'agent' || by === 'phone-app' ? <p class="speaker">{SPEAKERS[by]}</p> : null}
				{author !== undefined && isOwn && <p class="speaker">{author}</p>}
				{quoted !== undefined && <blockquote>{summaryOf(quoted)}</blockquote>}
				<Content entry={entry} />
				<p class="meta">
					<time dateTime={new Date(at).toISOString()}>{asTime(at)}</time>
					{status !== undefined && <Ticks status={status} />}
					{isOwn && read && <Ticks status="read" />}
				</p>
				{error !== undefined && (
					<p class="failure">
						{error.title} ({error.code})
					</p>
				)}
				{reactions.length > 0 && <p class="reactions">{reactions.join(' ')}</p>}
			</article>
			{!isOwn && <MessageMenu entry={entry} />}
		</li>
	);
}

const LABELS = {
	accepted: 'Accepted',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	played: 'Played',
	failed: 'Failed',
} as const;

const TICK = 'm2 9 3.5 3.5L12.5 5';
const SECOND_TICK = 'm8.5 12.5 7-7.5';

/** How far a message has come: one tick when sent, two when delivered, colored when read. */
function Ticks({ status }: { readonly status: NonNullable<EntryRecord['status']> }) {
	const count = status === 'accepted' || status === 'failed' ? 0 : status === 'sent' ? 1 : 2;
	return (
		<span class="ticks" data-status={status}>
			<svg viewBox="0 0 18 16" aria-hidden="true">
				{count > 0 && <path d={TICK} />}
				{count > 1 && <path d={SECOND_TICK} />}
				{status === 'accepted' && <path d="M9 4v4.5l3 1.5M9 14A6 6 0 1 0 9 2a6 6 0 0 0 0 12Z" />}
				{status === 'failed' && <path d="M9 4v5M9 12h.01M9 14.5A6.5 6.5 0 1 0 9 1.5a6.5 6.5 0 0 0 0 13Z" />}
			</svg>
			{LABELS[status]}
		</span>
	);
}

const EMOJI = [
	['👍', 'thumbs up'],
	['❤️', 'a heart'],
	['😂', 'laughter'],
] as const;

/** What the customer can do with a message of the business: react to it, or answer it. Escape closes it. */
function MessageMenu({ entry }: { readonly entry: EntryRecord }) {
	const { react, quote } = useMessageActions();
	const [isOpen, setOpen] = useState(false);
	const opener = useRef<HTMLButtonElement>(null);
	const once = (act: () => void) => () => {
		act();
		setOpen(false);
		opener.current?.focus();
	};
	return (
		<span class="message-menu" data-open={isOpen} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
			<IconButton
				icon="smile"
				says="React or reply"
				aria-expanded={isOpen}
				title="React or reply"
				ref={opener}
				onClick={() => setOpen(!isOpen)}
			/>
			{isOpen && (
				<>
					{EMOJI.map(([emoji, name]) => (
						<Button key={emoji} class="quiet round" onClick={once(() => react(entry.id, emoji))}>
							<span aria-hidden="true">{emoji}</span>
							<span class="visually-hidden">React with {name}</span>
						</Button>
					))}
					<IconButton
						icon="reply"
						says="Reply to this message"
						title="Reply"
						onClick={once(() => quote(entry.id))}
					/>
				</>
			)}
		</span>
	);
}
