import { useMemo, useState } from 'preact/hooks';
import { Chat } from './chat/chat';
import { ChatList } from './chats/chat-list';
import { Panel } from './gateway/panel';
import { SideSwitch } from './side-switch';
import { SelectionContext, type Section, type Selection } from './state/selection';
import { useLiveWorld, WorldContext } from './state/use-world';
import { TopBar } from './top-bar';
import { Tour } from './tour/tour';
import { usePreference } from './state/preference';
import { Complaints } from './ui/complaints';

/** The whole page: chats on the left, a phone in the middle, the gateway on the right. */
export function App() {
	const world = useLiveWorld();
	const [conversation, open] = useState<string>();
	const [section, show] = useState<Section>('webhooks');
	const [side, turnTo] = useState<Selection['side']>('phones');
	const [hasTour, setTour] = usePreference('tour', true);
	const selection = useMemo(
		() => ({ conversation, section, side, open, show, turnTo }),
		[conversation, section, side],
	);
	return (
		<WorldContext.Provider value={world}>
			<SelectionContext.Provider value={selection}>
				<TopBar hasTour={hasTour} onTour={() => setTour(!hasTour)} />
				<main class="sides" data-side={side} data-chat={conversation === undefined ? 'none' : 'open'}>
					<ChatList />
					<Chat key={conversation} />
					<Panel />
					{hasTour && <Tour onClose={() => setTour(false)} />}
				</main>
				<SideSwitch />
				<Complaints />
			</SelectionContext.Provider>
		</WorldContext.Provider>
	);
}
