import { useState } from 'preact/hooks';
import type { TemplateRecord } from '../../simulator/records';
import { TemplateContent } from '../messages/template';
import { filledTemplate } from '../messages/template-text';
import { control } from '../state/control';
import { asDayAndTime } from '../../../page/times';
import { useWorld } from '../state/use-world';
import { fitsInForm, TemplateForm } from './template-form';
import { Button } from '../../../page/ui/button';
import { Icon } from '../../../page/ui/icon';
import { Form, SubmitOrCancel } from '../ui/form';

/** The templates of the account, and what the platform decides about them. */
export function Templates() {
	const { templates } = useWorld();
	const [isNew, setNew] = useState(false);
	return (
		<>
			<p class="lead">
				Only an approved template can go out while a window is closed. Here, you are the platform: approve,
				reject, and pause as you like.
			</p>
			{isNew ? (
				<TemplateForm onDone={() => setNew(false)} />
			) : (
				<Button onClick={() => setNew(true)}>
					<Icon name="plus" /> New template
				</Button>
			)}
			<ul class="cards">
				{templates.map((template) => (
					<TemplateCard key={template.id} template={template} />
				))}
			</ul>
		</>
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

/** One template: what a customer sees, its status, and what the platform and the business can do with it. */
function TemplateCard({ template }: { readonly template: TemplateRecord }) {
	const { name, language, category, status, components, rejectedReason, pausedUntil } = template;
	const [doing, setDoing] = useState<'edit' | 'delete'>();
	const filled = filledTemplate(components, undefined);
	const done = () => setDoing(undefined);
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
			{doing === 'edit' ? (
				<TemplateForm template={template} onDone={done} />
			) : (
				<div class="bubble">
					<TemplateContent filled={filled} />
				</div>
			)}
			{status === 'REJECTED' && rejectedReason !== 'NONE' && <p class="hint">Reason: {rejectedReason}</p>}
			{status === 'PAUSED' && pausedUntil !== null && (
				<p class="hint">The pause ends {asDayAndTime(pausedUntil)}.</p>
			)}
			{status === 'PAUSED' && pausedUntil === null && <p class="hint">This pause has no end.</p>}
			{doing === undefined && (
				<span class="buttons">
					{(POSSIBLE[status] ?? []).map((verdict) => (
						<CardButton key={verdict} of={name} onClick={() => void control(verdict, name, language)}>
							{VERDICTS[verdict]}
						</CardButton>
					))}
					{fitsInForm(template, filled) && (
						<CardButton of={name} onClick={() => setDoing('edit')}>
							Edit
						</CardButton>
					)}
					<CardButton of={name} onClick={() => setDoing('delete')}>
						Delete
					</CardButton>
				</span>
			)}
			{doing === 'delete' && (
				<Form onSubmit={() => control('deleteTemplate', name)}>
					<p class="hint">
						All languages of {name} are deleted. If any is approved, the name can’t be used again for 30 days.
					</p>
					<SubmitOrCancel submit={`Delete ${name}`} onCancel={done} />
				</Form>
			)}
		</li>
	);
}

interface CardButtonProps {
	/** The template's name, for who can't see in which card it is. */
	readonly of: string;
	readonly onClick: () => void;
	readonly children: string;
}

const CardButton = ({ of, onClick, children }: CardButtonProps) => (
	<Button onClick={onClick}>
		{children}
		<span class="visually-hidden"> {of}</span>
	</Button>
);
