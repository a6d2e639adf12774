import type { EntryRecord } from '../../simulator/records';
import type { IconName } from '../ui/icon';
import { at, textAt } from './json';
import { Cards, Choice, Media, useMessageActions } from './parts';
import { filledTemplate, type FilledTemplate, type TemplateButton } from './template-text';

const ICONS: Readonly<Record<string, IconName>> = {
	PHONE_NUMBER: 'call',
	VOICE_CALL: 'call',
	COPY_CODE: 'copy',
};

/** A template as the customer sees it. */
export function Template({ entry }: { readonly entry: EntryRecord }) {
	const sent = at(entry.content, 'template');
	const filled = filledTemplate(entry.definition ?? [], sent);
	return (
		<>
			<Parts filled={{ ...filled, body: filled.body || textAt(sent, 'name') }} messageId={entry.id} />
			{filled.cards.length > 0 && (
				<Cards>
					{filled.cards.map((card, index) => (
						<li key={index}>
							<Parts filled={card} messageId={entry.id} />
						</li>
					))}
				</Cards>
			)}
		</>
	);
}

interface PartsProps {
	readonly filled: FilledTemplate;
	readonly messageId: string;
}

/** The parts that a template has, and each of its cards. */
function Parts({ filled, messageId }: PartsProps) {
	const { header, media, file, offer, body, footer, buttons } = filled;
	return (
		<>
			{media !== '' && <Media type={media} file={file} />}
			{header !== '' && <p class="heading">{header}</p>}
			{offer !== '' && <p class="heading">{offer}</p>}
			<p class="words">{body}</p>
			{footer !== '' && <p class="footer">{footer}</p>}
			{buttons.length > 0 && (
				<span class="choices">
					{buttons.map((button) => (
						<Button key={button.text} button={button} messageId={messageId} />
					))}
				</span>
			)}
		</>
	);
}

function Button({ button, messageId }: { readonly button: TemplateButton; readonly messageId: string }) {
	const { answer } = useMessageActions();
	const { type, text, payload } = button;
	if (type !== 'QUICK_REPLY') return <Choice text={text} icon={ICONS[type] ?? 'link'} />;
	return (
		<Choice text={text} onClick={() => answer({ type: 'button', button: { payload, text } }, messageId)} />
	);
}
