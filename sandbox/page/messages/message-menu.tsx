import { useRef, useState } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { Icon } from '../ui/icon';
import { useMessageActions } from './message-actions';

const EMOJI = [
	['👍', 'thumbs up'],
	['❤️', 'a heart'],
	['😂', 'laughter'],
] as const;

/** What the customer can do with a message of the business: react to it, or answer it. Escape closes it. */
export function MessageMenu({ entry }: { readonly entry: EntryRecord }) {
	const { react, quote } = useMessageActions();
	const [isOpen, setOpen] = useState(false);
	const opener = useRef<HTMLButtonElement>(null);
	const once = (act: () => void) => () => {
		act();
		setOpen(false);
		opener.current?.focus();
	};
	return (
		<span class="message-menu" data-open={isOpen} onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}>
			<button
				type="button"
				class="quiet round"
				aria-expanded={isOpen}
				title="React or reply"
				ref={opener}
				onClick={() => setOpen(!isOpen)}
			>
				<Icon name="smile" />
				<span class="visually-hidden">React or reply</span>
			</button>
			{isOpen && (
				<>
					{EMOJI.map(([emoji, name]) => (
						<button
							key={emoji}
							type="button"
							class="quiet round"
							onClick={once(() => react(entry.id, emoji))}
						>
							<span aria-hidden="true">{emoji}</span>
							<span class="visually-hidden">React with {name}</span>
						</button>
					))}
					<button type="button" class="quiet round" title="Reply" onClick={once(() => quote(entry.id))}>
						<Icon name="reply" />
						<span class="visually-hidden">Reply to this message</span>
					</button>
				</>
			)}
		</span>
	);
}
