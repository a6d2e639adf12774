import { useState } from 'preact/hooks';
import { Icon } from '../../../page/ui/icon';
import { TemplateContent } from '../messages/template';
import { filledTemplate } from '../messages/template-text';
import { control } from '../state/control';
import { Button } from '../../../page/ui/button';

const CATEGORIES = ['UTILITY', 'MARKETING'] as const;

interface Draft {
	readonly name: string;
	readonly category: string;
	readonly header: string;
	readonly body: string;
	readonly footer: string;
	/** The texts of the quick replies. An empty one isn't there. */
	readonly replies: readonly string[];
}

const EMPTY: Draft = {
	name: '',
	category: CATEGORIES[0],
	header: '',
	body: '',
	footer: '',
	replies: ['', '', ''],
};

/** How long the platform lets each text be. */
const LONGEST = { header: 60, body: 1024, footer: 60, reply: 25 } as const;

/** The name as the platform wants it. */
const asName = (text: string) =>
	text
		.trim()
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '_');

/** The parts that have a text. */
function componentsOf({ header, body, footer, replies }: Draft): object[] {
	const buttons = replies
		.map((text) => text.trim())
		.filter(Boolean)
		.map((text) => ({ type: 'QUICK_REPLY', text }));
	return [
		...(header.trim() === '' ? [] : [{ type: 'HEADER', format: 'TEXT', text: header.trim() }]),
		{ type: 'BODY', text: body.trim() },
		...(footer.trim() === '' ? [] : [{ type: 'FOOTER', text: footer.trim() }]),
		...(buttons.length === 0 ? [] : [{ type: 'BUTTONS', buttons }]),
	];
}

/** A template of texts and quick replies, which is in review until somebody decides. */
export function NewTemplate() {
	const [draft, setDraft] = useState<Draft>();
	if (draft === undefined) {
		return (
			<Button onClick={() => setDraft(EMPTY)}>
				<Icon name="plus" /> New template
			</Button>
		);
	}
	const { name, category, header, body, footer, replies } = draft;
	const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
	const components = componentsOf(draft);
	const add = async (event: Event) => {
		event.preventDefault();
		const added = await control('addTemplate', {
			name: asName(name),
			category,
			components,
			status: 'PENDING',
		});
		if (added !== undefined) setDraft(undefined);
	};
	return (
		<form class="card" aria-label="New template" onSubmit={(event) => void add(event)}>
			<label>
				Name
				<input
					value={name}
					required
					autoFocus
					placeholder="order_update"
					onInput={({ currentTarget }) => change({ name: currentTarget.value })}
				/>
			</label>
			<label>
				Category
				<select value={category} onChange={({ currentTarget }) => change({ category: currentTarget.value })}>
					{CATEGORIES.map((value) => (
						<option key={value} value={value}>
							{value === 'UTILITY' ? 'Utility' : 'Marketing'}
						</option>
					))}
				</select>
			</label>
			<label>
				Header (optional)
				<input
					value={header}
					maxLength={LONGEST.header}
					placeholder="Your order"
					onInput={({ currentTarget }) => change({ header: currentTarget.value })}
				/>
			</label>
			<label>
				Text
				<textarea
					value={body}
					required
					rows={3}
					maxLength={LONGEST.body}
					placeholder="Hello {{1}}, your order is on its way."
					onInput={({ currentTarget }) => change({ body: currentTarget.value })}
				/>
			</label>
			<label>
				Footer (optional)
				<input
					value={footer}
					maxLength={LONGEST.footer}
					pattern="[^\{\}]*"
					title="A footer has no variables."
					placeholder="You get this because you ordered from us."
					onInput={({ currentTarget }) => change({ footer: currentTarget.value })}
				/>
			</label>
			<fieldset class="replies">
				<legend>Quick replies (optional)</legend>
				{replies.map((text, index) => (
					<input
						key={index}
						value={text}
						maxLength={LONGEST.reply}
						aria-label={`Quick reply ${index + 1}`}
						onInput={({ currentTarget }) => change({ replies: replies.with(index, currentTarget.value) })}
					/>
				))}
			</fieldset>
			{body.trim() !== '' && (
				<div class="bubble" role="group" aria-label="Preview">
					<TemplateContent filled={filledTemplate(components, undefined)} />
				</div>
			)}
			<span class="buttons">
				<button type="submit" class="primary">
					Submit for review
				</button>
				<Button class="quiet" onClick={() => setDraft(undefined)}>
					Cancel
				</Button>
			</span>
		</form>
	);
}
