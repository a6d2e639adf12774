import { useEffect, useRef, useState } from 'preact/hooks';
import type { EntryRecord } from '../../simulator/records';
import { summaryOf } from '../messages/summary';
import { useWorld } from '../state/use-world';
import { Form, Select } from '../ui/form';
import { Actions } from './actions';
import type { Conversation } from './conversations';
import type { Writer } from './writer';
import { IconButton } from '../../../page/ui/button';

interface ComposerProps {
	readonly chat: Conversation;
	readonly writer: Writer;
	readonly quoted: EntryRecord | undefined;
	readonly onQuoted: () => void;
}

/** Where the customer writes. Enter sends, Shift+Enter begins a line. */
export function Composer({ chat, writer, quoted, onQuoted }: ComposerProps) {
	const [text, setText] = useState('');
	const [isOpen, setOpen] = useState(false);
	const [isColleague, setColleague] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const plus = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		if (quoted !== undefined) field.current?.focus();
	}, [quoted?.id]);
	const write = () =>
		isColleague ? writer.answerInPhoneApp(text.trim()) : writer.write(text.trim(), quoted?.id);
	const done = () => {
		setColleague(false);
		onQuoted();
	};
	const send = async () => {
		if (text.trim() === '') return;
		// Before the answer, so that it doesn't take the focus from where the person went meanwhile.
		field.current?.focus();
		// And so that it takes nothing that the person has typed by then.
		setText('');
		if (await write()) done();
		else setText((typed) => (typed === '' ? text : typed));
	};
	const onKeyDown = (event: KeyboardEvent) => {
		if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
		event.preventDefault();
		void send();
	};
	const close = () => {
		setOpen(false);
		plus.current?.focus();
	};
	const becomeColleague = () => {
		setOpen(false);
		setColleague(true);
		field.current?.focus();
	};
	if (writer.from === undefined) {
		return <p class="composer-note">This group has no members yet. Let a customer join under “Groups”.</p>;
	}
	return (
		<Form class="composer" data-tour="composer" onSubmit={send}>
			{isOpen && <Actions chat={chat} writer={writer} onDone={close} onColleague={becomeColleague} />}
			{isColleague && (
				<p class="as-colleague">
					A colleague answers in the phone app
					<IconButton icon="close" says="Write as the customer again" onClick={() => setColleague(false)} />
				</p>
			)}
			{quoted !== undefined && (
				<blockquote>
					{summaryOf(quoted)}
					<IconButton icon="close" says="Don’t quote this message" onClick={onQuoted} />
				</blockquote>
			)}
			{chat.group !== undefined && <Members writer={writer} />}
			<div class="composer-line">
				<IconButton
					icon={isOpen ? 'close' : 'plus'}
					says="More a customer can do"
					aria-expanded={isOpen}
					title="More a customer can do"
					ref={plus}
					onClick={() => setOpen(!isOpen)}
				/>
				<textarea
					rows={1}
					placeholder={
						isColleague
							? `Answer ${chat.title}`
							: `Write as ${chat.group === undefined ? chat.title : 'this member'}`
					}
					aria-label="Message"
					value={text}
					ref={field}
					onInput={({ currentTarget }) => setText(currentTarget.value)}
					onKeyDown={onKeyDown}
				/>
				<IconButton type="submit" class="primary round" icon="send" says="Send" title="Send" />
			</div>
		</Form>
	);
}

function Members({ writer }: { readonly writer: Writer }) {
	const { customers } = useWorld();
	return (
		<label class="members">
			Write as
			<Select
				value={writer.member}
				choices={writer.members.map((key) => [key, customers.find((one) => one.key === key)?.name ?? key])}
				onValue={writer.choose}
			/>
		</label>
	);
}
