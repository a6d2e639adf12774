import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { asDay } from '../state/times';
import { useNow } from '../state/use-now';
import { useWorld } from '../state/use-world';
import { Bubble } from './bubble';
import { textAt } from './json';
import { noteText } from './note-text';

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
