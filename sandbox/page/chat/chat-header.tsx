import type { Conversation } from '../chats/conversations';
import { useSelection } from '../state/selection';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { Switch } from '../ui/switch';
import { WindowCountdown } from './window-countdown';

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
export function ChatHeader({ chat, isReading, onReading }: ChatHeaderProps) {
	const { open } = useSelection();
	const { title, subtitle, customer, group, closesAt } = chat;
	return (
		<header class="chat-header">
			<div class="who">
				<button type="button" class="quiet round narrow-only" onClick={() => open(undefined)}>
					<Icon name="back" />
					<span class="visually-hidden">Back to all chats</span>
				</button>
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
