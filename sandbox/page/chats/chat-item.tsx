import { summaryOf } from '../messages/summary';
import { useSelection } from '../state/selection';
import { asTime } from '../state/times';
import { useNow } from '../state/use-now';
import { Avatar } from '../ui/avatar';
import type { Conversation } from './conversations';

/** One chat in the list: who, the last message, and whether the window is open. */
export function ChatItem({ chat }: { readonly chat: Conversation }) {
	const { conversation, open } = useSelection();
	const now = useNow();
	const { key, title, subtitle, closesAt, last, group } = chat;
	const isOpen = closesAt !== null && now < closesAt;
	return (
		<li>
			<button type="button" class="chat-item" aria-current={key === conversation} onClick={() => open(key)}>
				<Avatar name={title} isGroup={group !== undefined} />
				<span class="chat-words">
					<span class="chat-title">{title}</span>
					<span class="chat-last">{last === undefined ? subtitle : summaryOf(last)}</span>
				</span>
				<span class="chat-side">
					{last !== undefined && <time>{asTime(last.at)}</time>}
					<span class="window-dot" data-open={isOpen} title={isOpen ? 'Window open' : 'Window closed'}>
						<span class="visually-hidden">{isOpen ? 'Window open' : 'Window closed'}</span>
					</span>
				</span>
			</button>
		</li>
	);
}
