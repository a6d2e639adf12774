import { useRef, useState } from 'preact/hooks';
import { summaryOf } from '../messages/summary';
import { useSelection } from '../state/selection';
import { asTimeOrDay, HOUR, MINUTE } from '../../../page/times';
import { useNow, useWorld } from '../state/use-world';
import { Avatar } from '../ui/controls';
import { LongList } from '../../../page/ui/long-list';
import { AddCustomer } from './add-customer';
import { conversationsOf, type Conversation } from './conversations';
import { Button } from '../../../page/ui/button';

/** With fewer chats, there is nothing to search. */
const SEARCHABLE = 9;
const ROW_HEIGHT = 60;

/** All chats, and how to begin another one. */
export function ChatList() {
	const world = useWorld();
	const { conversation, open } = useSelection();
	const [wanted, setWanted] = useState('');
	const [list, choose] = useState<string | null>(null);
	const section = useRef<HTMLElement>(null);
	const search = useRef<HTMLInputElement>(null);
	const chats = conversationsOf(world);
	const found = chats.filter((chat) =>
		wanted === ''
			? chat.list === list
			: `${chat.title} ${chat.subtitle}`.toLowerCase().includes(wanted.toLowerCase()),
	);
	const onSearchKey = (event: KeyboardEvent) => {
		if (event.key !== 'ArrowDown') return;
		event.preventDefault();
		section.current?.querySelector<HTMLElement>('li > button[tabindex="0"]')?.focus();
	};
	return (
		<section class="chat-list" aria-label="Chats" data-tour="chats" ref={section}>
			<a class="skip" href="#chat">
				Go past the chats
			</a>
			<AddCustomer />
			{chats.length >= SEARCHABLE && (
				<input
					type="search"
					class="search"
					placeholder="Search by name or number"
					aria-label="Search by name or number"
					value={wanted}
					ref={search}
					onInput={({ currentTarget }) => setWanted(currentTarget.value)}
					onKeyDown={onSearchKey}
				/>
			)}
			<Lists chats={chats} chosen={list} onChoose={choose} />
			{found.length > 0 ? (
				<LongList
					key={`${list} ${wanted}`}
					label="Chats"
					items={found}
					keyOf={({ key }) => key}
					rowHeight={ROW_HEIGHT}
					chosen={conversation}
					onType={() => search.current?.focus()}
				>
					{(chat, tabIndex) => (
						<ChatItem
							chat={chat}
							tabIndex={tabIndex}
							onOpen={(event) => open(chat.key, isByMouse(event) ? 'message' : undefined)}
						/>
					)}
				</LongList>
			) : (
				<p class="empty" role="status">
					{wanted === ''
						? 'Nobody here yet. Add a customer, and write to the business as that person would from a phone.'
						: 'Nobody has this name or number.'}
				</p>
			)}
		</section>
	);
}

interface ListsProps {
	readonly chats: readonly Conversation[];
	readonly chosen: string | null;
	readonly onChoose: (list: string | null) => void;
}

/** The way to those whom the business only has in a list, such as the recipients of a campaign. */
function Lists({ chats, chosen, onChoose }: ListsProps) {
	const lists = new Set([null, ...chats.map(({ list }) => list)]);
	if (lists.size === 1) return null;
	return (
		<span class="lists" role="group" aria-label="Which chats">
			{[...lists].map((list) => (
				<Button key={list ?? ''} aria-pressed={list === chosen} onClick={() => onChoose(list)}>
					{list ?? 'Chats'} <small>{chats.filter((chat) => chat.list === list).length}</small>
				</Button>
			))}
		</span>
	);
}

interface ChatItemProps {
	readonly chat: Conversation;
	readonly tabIndex: 0 | -1;
	readonly onOpen: (event: MouseEvent) => void;
}

/** By keyboard, the focus stays in the list; on a phone, the keyboard would cover the chat. */
const isByMouse = (event: MouseEvent) => event.detail > 0 && (event as PointerEvent).pointerType !== 'touch';

/** `24 h left`, `9 min left`, `closed` @param left how long the conversation window is open. ms */
function leftInWords(left: number): string {
	if (left === 0) return 'closed';
	return left > HOUR ? `${Math.round(left / HOUR)} h left` : `${Math.ceil(left / MINUTE)} min left`;
}

/** One chat in the list: who, the last message, and how long the window is open. */
function ChatItem({ chat, tabIndex, onOpen }: ChatItemProps) {
	const { conversation } = useSelection();
	const now = useNow();
	const { key, title, subtitle, closesAt, last, group } = chat;
	const left = closesAt === null ? 0 : Math.max(0, closesAt - now);
	return (
		<Button class="chat-item" tabIndex={tabIndex} aria-current={key === conversation} onClick={onOpen}>
			<Avatar name={title} isGroup={group !== undefined} />
			<span class="chat-words">
				<span class="chat-title">{title}</span>
				<span class="chat-last">{last === undefined ? subtitle : summaryOf(last)}</span>
			</span>
			<span class="chat-side">
				{last !== undefined && <time>{asTimeOrDay(last.at, now)}</time>}
				<span class="window-left" data-open={left > 0} title="How long the conversation window is open">
					<span class="visually-hidden">Window </span>
					{leftInWords(left)}
				</span>
			</span>
		</Button>
	);
}
