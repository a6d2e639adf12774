import type { TemplateRecord } from '../../simulator/records';
import { textAt } from '../messages/json';
import { control } from '../state/control';
import { asDayAndTime } from '../state/times';

const STATUSES: Readonly<Record<string, string>> = {
	PENDING: 'In review',
	APPROVED: 'Active',
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

/** One template: its text, its status, and what can be decided about it. */
export function TemplateCard({ template }: { readonly template: TemplateRecord }) {
	const { name, language, category, status, components, rejectedReason, pausedUntil } = template;
	const body = components.find((one) => textAt(one, 'type').toUpperCase() === 'BODY');
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
			<p class="words">{textAt(body, 'text')}</p>
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
