import { useState } from 'preact/hooks';
import type { TemplateRecord } from '../../simulator/records';
import { TemplateContent } from '../messages/template';
import { filledTemplate } from '../messages/template-text';
import { control } from '../state/control';
import { asDayAndTime } from '../../../page/times';
import { useWorld } from '../state/use-world';
import { Icon } from '../../../page/ui/icon';

/** The templates of the account, and what the platform decides about them. */
export function Templates() {
	const { templates } = useWorld();
	return (
		<>
			<p class="lead">
				Only an approved template can go out while a window is closed. Here, you are the platform: approve,
				reject, and pause as you like.
			</p>
			<NewTemplate />
			<ul class="cards">
				{templates.map((template) => (
					<TemplateCard key={template.id} template={template} />
				))}
			</ul>
		</>
	);
}

const CATEGORIES = ['UTILITY', 'MARKETING'] as const;
const EMPTY = { name: '', text: '', category: CATEGORIES[0] as string };

/** The name as the platform wants it. */
const asName = (text: string) =>
	text
		.trim()
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '_');

/** A simple template, which is in review until somebody decides. */
function NewTemplate() {
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

const STATUSES: Readonly<Record<string, string>> = {
	PENDING: 'In review',
	APPROVED: 'Approved',
	REJECTED: 'Rejected',
	PAUSED: 'Paused',
	DISABLED: 'Disabled',
	IN_APPEAL: 'In appeal',
	LIMIT_EXCEEDED: 'Over the limit',
	ARCHIVED: 'Archived',
};

const VERDICTS = {
	approve: 'Approve',
	reject: 'Reject',
	pause: 'Pause',
	disable: 'Disable',
	reactivate: 'Reactivate',
} as const;

type Verdict = keyof typeof VERDICTS;

/** What the platform can decide in each status. */
const POSSIBLE: Readonly<Record<string, readonly Verdict[]>> = {
	PENDING: ['approve', 'reject'],
	APPROVED: ['pause', 'disable', 'reject'],
	REJECTED: ['approve'],
	PAUSED: ['reactivate', 'disable'],
	DISABLED: ['reactivate'],
	IN_APPEAL: ['approve', 'reject'],
};

/** One template: what a customer sees, its status, and what can be decided about it. */
function TemplateCard({ template }: { readonly template: TemplateRecord }) {
	const { name, language, category, status, components, rejectedReason, pausedUntil } = template;
	const title = `${name}-${language}`;
	return (
		<li class="card" aria-labelledby={title}>
			<div class="card-head">
				<h3 id={title}>
					{name} <small>{`${language}, ${category.toLowerCase()}`}</small>
				</h3>
				<span class="pill" data-status={status}>
					{STATUSES[status] ?? status}
				</span>
			</div>
			<div class="bubble">
				<TemplateContent filled={filledTemplate(components, undefined)} />
			</div>
			{status === 'REJECTED' && rejectedReason !== 'NONE' && <p class="hint">Reason: {rejectedReason}</p>}
			{pausedUntil !== null && <p class="hint">The pause ends {asDayAndTime(pausedUntil)}.</p>}
			{status === 'PAUSED' && pausedUntil === null && <p class="hint">This pause has no end.</p>}
			<span class="buttons">
				{(POSSIBLE[status] ?? []).map((verdict) => (
					<button key={verdict} type="button" onClick={() => void control(verdict, name, language)}>
						{VERDICTS[verdict]}
						<span class="visually-hidden"> {name}</span>
					</button>
				))}
			</span>
		</li>
	);
}
