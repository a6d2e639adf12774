import type { EntryRecord } from '../../simulator/records';

const LABELS = {
	accepted: 'Accepted',
	sent: 'Sent',
	delivered: 'Delivered',
	read: 'Read',
	played: 'Played',
	failed: 'Failed',
} as const;

const TICK = 'm2 9 3.500 3.500L12.500 5';
const SECOND_TICK = 'm8.500 12.500 7-7.500';

/** How far a message has come: one tick when sent, two when delivered, colored when read. */
export function Ticks({ status }: { readonly status: NonNullable<EntryRecord['status']> }) {
	const count = status === 'accepted' || status === 'failed' ? 0 : status === 'sent' ? 1 : 2;
	return (
		<span class="ticks" data-status={status}>
			<svg viewBox="0 0 18 16" aria-hidden="true" focusable="false">
				{count > 0 && <path d={TICK} />}
				{count > 1 && <path d={SECOND_TICK} />}
				{status === 'accepted' && <path d="M9 4v4.500l3 1.500M9 14A6 6 0 1 0 9 2a6 6 0 0 0 0 12Z" />}
				{status === 'failed' && (
					<path d="M9 4v5M9 12h.01M9 14.500A6.500 6.500 0 1 0 9 1.500a6.500 6.500 0 0 0 0 13Z" />
				)}
			</svg>
			{LABELS[status]}
		</span>
	);
}
