import { useState } from 'preact/hooks';
import { useWorld } from '../state/use-world';
import { AddCustomer } from './add-customer';
import { ChatItem } from './chat-item';
import { conversationsOf } from './conversations';

/** With fewer chats, there is nothing to search. */
const SEARCHABLE = 9;

/** All chats, and how to begin another one. */
export function ChatList() {
	const world = useWorld();
	const [wanted, setWanted] = useState('');
	const chats = conversationsOf(world);
	const found = chats.filter(({ title, subtitle }) =>
		`${title} ${subtitle}`.toLowerCase().includes(wanted.toLowerCase()),
	);
	return (
		<section class="chat-list" aria-label="Chats" data-tour="chats">
			<AddCustomer />
			{chats.length >= SEARCHABLE && (
				<input
					type="search"
					class="search"
					placeholder="Search by name or number"
					aria-label="Search by name or number"
					value={wanted}
					onInput={({ currentTarget }) => setWanted(currentTarget.value)}
				/>
			)}
			{chats.length === 0 ? (
				<p class="empty">
					Nobody here yet. Add a customer, and write to the business as that person would from a phone.
				</p>
			) : (
				<ul>
					{found.map((chat) => (
						<ChatItem key={chat.key} chat={chat} />
					))}
				</ul>
			)}
		</section>
	);
}
