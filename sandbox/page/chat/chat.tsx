import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { Messages } from '../messages/messages';
import { MessageActionsContext } from '../messages/parts';
import { control } from '../state/control';
import { usePreference } from '../../../page/preference';
import { useSelection } from '../state/selection';
import { asCountdown, DAY } from '../../../page/times';
import { useNow, useWorld } from '../state/use-world';
import { Avatar, Switch } from '../ui/controls';
import { Icon } from '../../../page/ui/icon';
import { Composer } from './composer';
import { conversationsOf, type Conversation } from './conversations';
import { useWriter } from './writer';
import { IconButton } from '../../../page/ui/button';

/** The open chat, as on the customer's phone. */
export function Chat() {
	const world = useWorld();
	const { conversation, focus } = useSelection();
	const section = useRef<HTMLElement>(null);
	const [quoted, quote] = useState<string>();
	const [isReading, setReading] = usePreference('reads', true);
	const chat = conversationsOf(world).find(({ key }) => key === conversation);
	const writer = useWriter(chat);
	const entries = world.entries.filter((entry) => entry.conversation === conversation);
	useReading(entries, isReading);
	const toMessage = () => section.current?.querySelector('textarea')?.focus();
	useLayoutEffect(() => {
		if (focus?.on === 'chat') section.current?.focus();
		if (focus?.on === 'message') toMessage();
	}, [focus]);
	const onKeyDown = ({ key, ctrlKey, metaKey, altKey, target, currentTarget }: KeyboardEvent) => {
		if (target !== currentTarget || key.length > 1 || ctrlKey || metaKey || altKey) return;
		// The field gets the letter, too.
		toMessage();
	};
	if (chat === undefined) return <NoChat />;
	const actions = { ...writer, quote };
	return (
		<section
			class="chat"
			id="chat"
			tabIndex={-1}
			aria-label={`Chat with ${chat.title}`}
			ref={section}
			onKeyDown={onKeyDown}
		>
			<ChatHeader chat={chat} isReading={isReading} onReading={setReading} />
			<MessageActionsContext.Provider value={actions}>
				<Messages entries={entries} title={chat.title} isGroup={chat.group !== undefined} />
				<Composer
					chat={chat}
					writer={writer}
					quoted={entries.find(({ id }) => id === quoted)}
					onQuoted={() => quote(undefined)}
				/>
			</MessageActionsContext.Provider>
		</section>
	);
}

/** The middle of the page before a chat is open. */
function NoChat() {
	return (
		<section class="chat no-chat" id="chat" tabIndex={-1} aria-label="Chat">
			<Icon name="chat" />
			<p>
				Choose a chat, or add a customer.
				<br />
				Nothing you write here leaves this machine.
			</p>
		</section>
	);
}

/** Whoever looks at a chat reads what was delivered, unless read receipts are off. */
function useReading(entries: readonly EntryRecord[], isReading: boolean): void {
	const reported = useRef(new Set<string>());
	useEffect(() => {
		if (!isReading) return;
		for (const { id, status } of entries) {
			if (status !== 'delivered' || reported.current.has(id)) continue;
			reported.current.add(id);
			void control('customerReads', id);
		}
	}, [entries, isReading]);
}

const HOLDERS: Readonly<Record<string, string>> = {
	business: 'Held by the business',
	agent: 'Held by the agent',
	ai_agent: 'Held by the agent',
};

interface ChatHeaderProps {
	readonly chat: Conversation;
	readonly isReading: boolean;
	readonly onReading: (isReading: boolean) => void;
}

/** Who the customer is, how long the window is open, and who holds the chat. */
function ChatHeader({ chat, isReading, onReading }: ChatHeaderProps) {
	const { open } = useSelection();
	const { title, subtitle, customer, group, closesAt } = chat;
	return (
		<header class="chat-header">
			<div class="who">
				<IconButton
					class="quiet round narrow-only"
					icon="back"
					says="Back to all chats"
					onClick={() => open(undefined)}
				/>
				<Avatar name={title} isGroup={group !== undefined} />
				<h2>
					{title}
					<small>{subtitle}</small>
				</h2>
			</div>
			<div class="state">
				<WindowCountdown closesAt={closesAt} />
				{customer !== undefined && (
					<span class="chip" data-holder={customer.holder}>
						{HOLDERS[customer.holder] ?? `Held by ${customer.holder}`}
					</span>
				)}
				{customer?.optedOut && <span class="chip warning">No marketing</span>}
				{customer?.offline && <span class="chip warning">Phone is off</span>}
				{group?.suspended && <span class="chip warning">Suspended</span>}
				<Switch isOn={isReading} onChange={onReading}>
					Reads messages
				</Switch>
			</div>
		</header>
	);
}

const RADIUS = 8;
const AROUND = 2 * Math.PI * RADIUS;

/** How much longer the business can answer freely. */
function WindowCountdown({ closesAt }: { readonly closesAt: number | null }) {
	const left = (closesAt ?? 0) - useNow();
	if (closesAt === null) {
		return <span class="chip window">No window yet: the customer hasn’t written</span>;
	}
	if (left <= 0) {
		return (
			<span class="chip window" data-open="false">
				Window closed: only a template can go out
			</span>
		);
	}
	return (
		<span class="chip window" data-open="true">
			<svg viewBox="0 0 20 20" aria-hidden="true">
				<circle cx="10" cy="10" r={RADIUS} />
				<circle cx="10" cy="10" r={RADIUS} stroke-dasharray={`${(AROUND * left) / DAY} ${AROUND}`} />
			</svg>
			Window open for <b role="timer">{asCountdown(left)}</b>
		</span>
	);
}
