import { useState } from 'preact/hooks';
import { control } from '../state/control';
import { Icon } from '../ui/icon';

const CATEGORIES = ['UTILITY', 'MARKETING'] as const;
const EMPTY = { name: '', text: '', category: CATEGORIES[0] as string };

/** The name as the platform wants it. */
const asName = (text: string) =>
	text
		.trim()
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '_');

/** A simple template, which is in review until somebody decides. */
export function NewTemplate() {
	const [draft, setDraft] = useState<typeof EMPTY>();
	if (draft === undefined) {
		return (
			<button type="button" onClick={() => setDraft(EMPTY)}>
				<Icon name="plus" /> New template
			</button>
		);
	}
	const add = async (event: Event) => {
		event.preventDefault();
		const { name, text: body, category } = draft;
		const added = await control('addTemplate', { name: asName(name), body, category, status: 'PENDING' });
		if (added !== undefined) setDraft(undefined);
	};
	return (
		<form class="card" aria-label="New template" onSubmit={(event) => void add(event)}>
			<label>
				Name
				<input
					value={draft.name}
					required
					autoFocus
					placeholder="order_update"
					onInput={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
				/>
			</label>
			<label>
				Text
				<textarea
					value={draft.text}
					required
					rows={3}
					placeholder="Hello {{1}}, your order is on its way."
					onInput={({ currentTarget }) => setDraft({ ...draft, text: currentTarget.value })}
				/>
			</label>
			<label>
				Category
				<select
					value={draft.category}
					onChange={({ currentTarget }) => setDraft({ ...draft, category: currentTarget.value })}
				>
					{CATEGORIES.map((category) => (
						<option key={category} value={category}>
							{category === 'UTILITY' ? 'Utility' : 'Marketing'}
						</option>
					))}
				</select>
			</label>
			<span class="buttons">
				<button type="submit" class="primary">
					Submit for review
				</button>
				<button type="button" class="quiet" onClick={() => setDraft(undefined)}>
					Cancel
				</button>
			</span>
		</form>
	);
}
