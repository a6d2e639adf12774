import { useMemo, useState, useEffect } from 'preact/hooks';
import { Chat } from './chat/chat';
import { ChatList } from './chat/chat-list';
import { Panel } from './gateway/panel';
import { onComplaint } from './state/control';
import { usePreference } from '../../page/preference';
import { SelectionContext, useSelection, type Focus, type Section, type Selection } from './state/selection';
import { useLiveWorld, WorldContext } from './state/use-world';
import { TopBar } from './top-bar';
import { Tour } from './tour/tour';
import { Icon } from '../../page/ui/icon';
import { Button, IconButton } from '../../page/ui/button';

type Chosen = Pick<Selection, 'conversation' | 'focus'>;

/** The whole page: chats on the left, a phone in the middle, the gateway on the right. */
export function App() {
	const world = useLiveWorld();
	const [{ conversation, focus }, setChat] = useState<Chosen>({
		conversation: undefined,
		focus: undefined,
	});
	const [section, show] = useState<Section>('webhooks');
	const [side, turnTo] = useState<Selection['side']>('phones');
	const [hasTour, setTour] = usePreference('tour', true);
	const selection = useMemo(
		() => ({
			conversation,
			focus,
			section,
			side,
			open: (chosen: string | undefined, focusOn?: Focus['on']) =>
				setChat({ conversation: chosen, focus: focusOn && { on: focusOn } }),
			show,
			turnTo,
		}),
		[conversation, focus, section, side],
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

/** On a narrow screen: from the customers to the gateway, and back. */
function SideSwitch() {
	const { side, turnTo } = useSelection();
	return (
		<nav class="side-switch" aria-label="Sides">
			<Button aria-pressed={side === 'phones'} onClick={() => turnTo('phones')}>
				<Icon name="chat" /> Customers
			</Button>
			<Button aria-pressed={side === 'gateway'} onClick={() => turnTo('gateway')}>
				<Icon name="gateway" /> Gateway
			</Button>
		</nav>
	);
}

const SHOWN_MS = 10_000;

/** What didn't work, until the person has read it. */
function Complaints() {
	const [text, setText] = useState('');
	useEffect(() => onComplaint(setText), []);
	useEffect(() => {
		const timer = setTimeout(() => setText(''), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<div class="complaints" role="alert">
			{text !== '' && (
				<p>
					{text}
					<IconButton icon="close" says="Close this message" onClick={() => setText('')} />
				</p>
			)}
		</div>
	);
}
