import type { TemplateRecord } from '../../simulator/records';
import { TemplateContent } from '../messages/template';
import { filledTemplate } from '../messages/template-text';
import { control } from '../state/control';
import { asDayAndTime } from '../../../page/times';
import { useWorld } from '../state/use-world';
import { NewTemplate } from './new-template';
import { Button } from '../../../page/ui/button';

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
					<Button key={verdict} onClick={() => void control(verdict, name, language)}>
						{VERDICTS[verdict]}
						<span class="visually-hidden"> {name}</span>
					</Button>
				))}
			</span>
		</li>
	);
}
