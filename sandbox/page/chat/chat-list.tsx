import { useState, useEffect } from 'preact/hooks';
import { summaryOf } from '../messages/summary';
import { control } from '../state/control';
import { useSelection } from '../state/selection';
import { asTime } from '../state/times';
import { useNow, useWorld } from '../state/use-world';
import { Avatar } from '../ui/controls';
import { Icon } from '../ui/icon';
import { conversationsOf, type Conversation } from './conversations';

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

/** One chat in the list: who, the last message, and whether the window is open. */
function ChatItem({ chat }: { readonly chat: Conversation }) {
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

const NAMES = ['Ada Park', 'Ben Ortiz', 'Chloe Meyer', 'Dario Rossi', 'Emi Tanaka', 'Femi Ade', 'Grace Liu'];

/** Somebody with a name that nobody has yet, and a German mobile number. */
function somebody(taken: readonly string[]) {
	const name = NAMES.find((one) => !taken.includes(one)) ?? `Customer ${taken.length + 1}`;
	const digits = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
	return { name, phone: `+49 170 ${digits}` };
}

/** A number with its country code, however it is written. Without one, it would be somebody else's. */
const WITH_COUNTRY_CODE = String.raw`\s*(\+|00)?\s*[1-9][\d\s\(\)\.\/\-]*`;

/** Adds a customer and opens the chat. */
function AddCustomer() {
	const { customers } = useWorld();
	const { open } = useSelection();
	const [draft, setDraft] = useState<{ name: string; phone: string }>();
	const [added, setAdded] = useState<string>();
	const key = customers.find(({ address }) => address === added)?.key;
	useEffect(() => {
		if (key === undefined) return;
		setAdded(undefined);
		open(key);
	}, [key]);
	if (draft === undefined) {
		const begin = () => setDraft(somebody(customers.map(({ name }) => name)));
		return (
			<button type="button" class="primary wide" onClick={begin}>
				<Icon name="plus" /> New customer
			</button>
		);
	}
	const add = async (event: Event) => {
		event.preventDefault();
		const { name, phone } = draft;
		const result = await control<{ userId: string }>('addCustomer', { from: phone, name: name || undefined });
		if (result === undefined) return;
		setAdded(phone.replace(/\D/g, ''));
		setDraft(undefined);
	};
	return (
		<form class="add-customer" onSubmit={(event) => void add(event)}>
			<label>
				Name
				<input
					value={draft.name}
					autoFocus
					onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
				/>
			</label>
			<label>
				Phone number
				<input
					value={draft.phone}
					type="tel"
					required
					pattern={WITH_COUNTRY_CODE}
					title="Write the number with its country code, for example +49 170 1234567."
					onInput={({ currentTarget }) => setDraft({ ...draft, phone: currentTarget.value })}
				/>
			</label>
			<span class="buttons">
				<button type="submit" class="primary">
					Add
				</button>
				<button type="button" class="quiet" onClick={() => setDraft(undefined)}>
					Cancel
				</button>
			</span>
		</form>
	);
}
