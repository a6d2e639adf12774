import type { EntryRecord } from '../../simulator/records';
import type { IconName } from '../../../page/ui/icon';
import { at, textAt } from './json';
import { Cards, Choice, Media, useMessageActions } from './parts';
import { filledTemplate, type FilledTemplate, type TemplateButton } from './template-text';

const ICONS: Readonly<Record<string, IconName>> = {
	QUICK_REPLY: 'reply',
	PHONE_NUMBER: 'call',
	VOICE_CALL: 'call',
	COPY_CODE: 'copy',
};

/** A template as the customer sees it. */
export function Template({ entry }: { readonly entry: EntryRecord }) {
	const sent = at(entry.content, 'template');
	const filled = filledTemplate(entry.definition ?? [], sent);
	const { answer } = useMessageActions();
	return (
		<TemplateContent
			filled={{ ...filled, body: filled.body || textAt(sent, 'name') }}
			onReply={({ payload, text }) => answer({ type: 'button', button: { payload, text } }, entry.id)}
		/>
	);
}

interface TemplateContentProps {
	readonly filled: FilledTemplate;
	/** Unset if nobody can press its buttons. */
	readonly onReply?: (button: TemplateButton) => void;
}

/** The parts of a template, and its cards. */
export function TemplateContent({ filled, onReply }: TemplateContentProps) {
	return (
		<>
			<Parts filled={filled} onReply={onReply} />
			{filled.cards.length > 0 && (
				<Cards>
					{filled.cards.map((card, index) => (
						<li key={index}>
							<Parts filled={card} onReply={onReply} />
						</li>
					))}
				</Cards>
			)}
		</>
	);
}

/** The parts that a template has, and each of its cards. */
function Parts({ filled, onReply }: TemplateContentProps) {
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
					{buttons.map((button, index) => (
						<Choice
							key={index}
							text={button.text}
							icon={ICONS[button.type] ?? 'link'}
							onClick={button.type === 'QUICK_REPLY' && onReply ? () => onReply(button) : undefined}
						/>
					))}
				</span>
			)}
		</>
	);
}
