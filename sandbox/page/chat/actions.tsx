import { useLayoutEffect, useRef } from 'preact/hooks';
import { control, complain } from '../state/control';
import { Icon, type IconName } from '../../../page/ui/icon';
import type { Conversation } from './conversations';
import { samplePicture } from './sample-picture';
import type { Writer } from './writer';
import { Button } from '../../../page/ui/button';

interface ActionsProps {
	readonly chat: Conversation;
	readonly writer: Writer;
	readonly onDone: () => void;
	readonly onColleague: () => void;
}

/** What a customer can do besides writing, and the business’s own people. Escape closes it. */
export function Actions({ chat, writer, onDone, onColleague }: ActionsProps) {
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
					<Action icon="ad" onClick={once(() => writer.sample('ad_click'))}>
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
					<Action icon="people" isWide onClick={onColleague}>
						Answer as a colleague in the phone app
					</Action>
				</>
			)}
		</div>
	);
}

interface ActionProps {
	readonly icon: IconName;
	readonly isWide?: boolean;
	readonly onClick: () => void;
	readonly children: string;
}

function Action({ icon, isWide = false, onClick, children }: ActionProps) {
	return (
		<Button class="action" data-wide={isWide} onClick={onClick}>
			<Icon name={icon} />
			{children}
		</Button>
	);
}

/** What a customer can send is larger, but this page holds it in memory. */
const LARGEST = 16 * 1024 * 1024;
const KINDS = ['image', 'audio', 'video'];

/** Sends a file as the customer: a picture, a sound, a film, or else a document. */
async function sendFile(writer: Writer, file: Blob, filename?: string): Promise<void> {
	if (file.size === 0 || file.size > LARGEST) return complain('Choose a file that has at most 16 MB.');
	const mimeType = file.type || 'application/octet-stream';
	const kind = KINDS.find((one) => mimeType.startsWith(`${one}/`)) ?? 'document';
	const base64 = await base64Of(file);
	const added = await control<{ id: string; sha256: string }>('addMedia', { mimeType, filename, base64 });
	if (added === undefined) return;
	const named = kind === 'document' && filename !== undefined ? { filename } : {};
	await writer.answer({ type: kind, [kind]: { ...added, mime_type: mimeType, ...named } });
}

function base64Of(file: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
		reader.onerror = () => reject(new Error('the file cannot be read'));
		reader.readAsDataURL(file);
	});
}

/** Where the customer is. */
const PLACE = {
	latitude: 52.52,
	longitude: 13.405,
	name: 'Berlin',
	address: 'Alexanderplatz, Berlin',
};
