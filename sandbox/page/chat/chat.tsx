import { useState } from 'preact/hooks';
import { conversationsOf } from '../chats/conversations';
import { MessageActionsContext } from '../messages/message-actions';
import { Messages } from '../messages/messages';
import { usePreference } from '../state/preference';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { ChatHeader } from './chat-header';
import { Composer } from './composer';
import { NoChat } from './no-chat';
import { useReading } from './use-reading';
import { useWriter } from './writer';

/** The open chat, as on the customer's phone. */
export function Chat() {
	const world = useWorld();
	const { conversation } = useSelection();
	const [quoted, quote] = useState<string>();
	const [isReading, setReading] = usePreference('reads', true);
	const chat = conversationsOf(world).find(({ key }) => key === conversation);
	const writer = useWriter(chat);
	const entries = world.entries.filter((entry) => entry.conversation === conversation);
	useReading(entries, isReading);
	if (chat === undefined) return <NoChat />;
	const actions = { ...writer, quote };
	return (
		<section class="chat" aria-label={`Chat with ${chat.title}`}>
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
