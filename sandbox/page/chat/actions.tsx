import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Conversation } from '../chats/conversations';
import { control } from '../state/control';
import { Icon, type IconName } from '../ui/icon';
import { AD, PLACE } from './samples';
import { samplePicture } from './sample-picture';
import { sendFile } from './send-file';
import type { Writer } from './writer';

interface ActionsProps {
	readonly chat: Conversation;
	readonly writer: Writer;
	readonly onDone: () => void;
}

/** What a customer can do besides writing. Escape closes it. */
export function Actions({ chat, writer, onDone }: ActionsProps) {
	const grid = useRef<HTMLDivElement>(null);
	const file = useRef<HTMLInputElement>(null);
	// At once, so that the next key acts on the first action.
	useLayoutEffect(() => grid.current?.querySelector('button')?.focus(), []);
	const { customer } = chat;
	const from = writer.from ?? '';
	const once = (act: () => unknown) => () => {
		void act();
		onDone();
	};
	const upload = async (input: HTMLInputElement) => {
		const [chosen] = input.files ?? [];
		if (chosen !== undefined) await sendFile(writer, chosen, chosen.name);
		onDone();
	};
	return (
		<div
			class="actions"
			role="group"
			aria-label="More a customer can do"
			ref={grid}
			onKeyDown={({ key }) => key === 'Escape' && onDone()}
		>
			<Action icon="picture" onClick={once(async () => sendFile(writer, await samplePicture()))}>
				Picture
			</Action>
			<Action icon="document" onClick={() => file.current?.click()}>
				Your own file
			</Action>
			<input
				type="file"
				hidden
				ref={file}
				aria-label="Your own file"
				onChange={({ currentTarget }) => void upload(currentTarget)}
			/>
			<Action icon="voice" onClick={once(() => writer.sample('audio'))}>
				Voice message
			</Action>
			<Action icon="location" onClick={once(() => writer.answer({ type: 'location', location: PLACE }))}>
				Location
			</Action>
			<Action icon="person" onClick={once(() => writer.sample('contacts'))}>
				Contact card
			</Action>
			{customer !== undefined && (
				<>
					<Action icon="ad" onClick={once(() => writer.answer(AD))}>
						Click on an ad
					</Action>
					<Action icon="call" onClick={once(writer.call)}>
						Call
					</Action>
					<Action
						icon={customer.optedOut ? 'go' : 'stop'}
						onClick={once(() => control('optOut', from, customer.optedOut ? 'resume' : 'stop'))}
					>
						{customer.optedOut ? 'Allow marketing' : 'Stop marketing'}
					</Action>
					<Action
						icon="phone"
						onClick={once(() => control(customer.offline ? 'comeOnline' : 'goOffline', from))}
					>
						{customer.offline ? 'Turn phone on' : 'Turn phone off'}
					</Action>
				</>
			)}
		</div>
	);
}

interface ActionProps {
	readonly icon: IconName;
	readonly onClick: () => void;
	readonly children: string;
}

function Action({ icon, onClick, children }: ActionProps) {
	return (
		<button type="button" class="action" onClick={onClick}>
			<Icon name={icon} />
			{children}
		</button>
	);
}
