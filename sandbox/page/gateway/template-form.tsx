import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { TemplateSubmitted } from '../../templates/form';
import type { TemplateRecord } from '../../simulator/records';
import { TemplateContent } from '../messages/template';
import { filledTemplate, type FilledTemplate } from '../messages/template-text';
import { control } from '../state/control';
import { Field, FieldProblems, Form, Select, SubmitOrCancel } from '../ui/form';

const CATEGORIES = [
	['UTILITY', 'Utility'],
	['MARKETING', 'Marketing'],
] as const;

/** How many quick replies the form has. */
const REPLIES = 3;

const EMPTY = filledTemplate([], undefined);

/** Whether the form has everything that the template has. */
export const fitsInForm = (
	{ category }: TemplateRecord,
	{ media, offer, cards, buttons }: FilledTemplate,
): boolean =>
	CATEGORIES.some(([value]) => value === category) &&
	`${media}${offer}` === '' &&
	cards.length === 0 &&
	buttons.length <= REPLIES &&
	buttons.every(({ type }) => type === 'QUICK_REPLY');

interface TemplateFormProps {
	/** The template to edit. */
	readonly template?: TemplateRecord;
	readonly onDone: () => void;
}

/** A template of texts and quick replies. Once it is submitted, it is in review until somebody decides. */
export function TemplateForm({ template, onDone }: TemplateFormProps) {
	const filled = template ? filledTemplate(template.components, undefined) : EMPTY;
	const [draft, setDraft] = useState({
		name: template?.name ?? '',
		category: template?.category ?? 'UTILITY',
		header: filled.header,
		body: filled.body,
		footer: filled.footer,
		replies: Array.from({ length: REPLIES }, (_, index) => filled.buttons[index]?.text ?? ''),
	});
	const [problems, setProblems] = useState<Partial<Record<string, string[]>>>({});
	const form = useRef<HTMLFormElement>(null);
	const id = useId();
	useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [problems]);
	const { category, body, replies } = draft;
	const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed });
	const submit = async () => {
		const own = template ? { language: template.language, edits: true } : {};
		const submitted = await control<TemplateSubmitted>('submitTemplate', { ...draft, ...own });
		if (submitted === undefined) return;
		if ('problems' in submitted) setProblems(submitted.problems);
		else onDone();
	};
	const field = (part: 'name' | 'header' | 'body' | 'footer', label: string, placeholder: string) => (
		<Field
			label={label}
			value={draft[part]}
			placeholder={placeholder}
			problems={problems[part]}
			rows={part === 'body' ? 3 : undefined}
			autoFocus={part === 'name'}
			onValue={(value) => change({ [part]: value })}
		/>
	);
	const buttons = replies.filter(Boolean).map((text) => ({ type: 'QUICK_REPLY', text, payload: text }));
	return (
		<Form
			class="card"
			aria-label={template ? `Edit ${template.name}` : 'New template'}
			ref={form}
			onSubmit={submit}
		>
			{!template && field('name', 'Name', 'order_update')}
			<label>
				Category
				<Select value={category} choices={CATEGORIES} onValue={(chosen) => change({ category: chosen })} />
			</label>
			{field('header', 'Header (optional)', 'Your order')}
			{field('body', 'Text', 'Hello {{1}}, your order is on its way.')}
			{field('footer', 'Footer (optional)', 'You get this because you ordered from us.')}
			<fieldset class="replies">
				<legend>Quick replies (optional)</legend>
				{replies.map((text, index) => (
					<input
						key={index}
						value={text}
						aria-label={`Quick reply ${index + 1}`}
						aria-invalid={problems.replies && text !== ''}
						aria-describedby={id}
						onInput={({ currentTarget }) => change({ replies: replies.with(index, currentTarget.value) })}
					/>
				))}
				<FieldProblems id={id} problems={problems.replies} />
			</fieldset>
			{template && problems.name && (
				<p class="field-problems" role="alert">
					{problems.name.join(' ')}
				</p>
			)}
			{body.trim() !== '' && (
				<div class="bubble" role="group" aria-label="Preview">
					<TemplateContent filled={{ ...EMPTY, ...draft, buttons }} />
				</div>
			)}
			<SubmitOrCancel submit="Submit for review" onCancel={onDone} />
		</Form>
	);
}
