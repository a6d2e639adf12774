import type { EntryRecord } from '../../simulator/records';
import { asTime } from '../state/times';
import { Content } from './content';
import { MessageMenu } from './message-menu';
import { summaryOf } from './summary';
import { Ticks } from './ticks';

const SPEAKERS: Readonly<Record<string, string>> = {
	business: 'The business',
	agent: 'Business agent',
	'phone-app': 'Team, in the phone app',
};

interface BubbleProps {
	readonly entry: EntryRecord;
	/** Who wrote it, if that isn't clear from its side. */
	readonly author?: string | undefined;
	readonly quoted?: EntryRecord | undefined;
	readonly reactions: readonly string[];
}

/** A message: the customer's on the right, as on the customer's own phone. */
export function Bubble({ entry, author, quoted, reactions }: BubbleProps) {
	const { by, at, type, status, error, read } = entry;
	const isOwn = by === 'customer';
	return (
		<li class="bubble-row" data-by={by} data-type={type}>
			<article
				class="bubble"
				aria-label={`${isOwn ? (author ?? 'The customer') : SPEAKERS[by]}, ${asTime(at)}`}
			>
				{by === 'agent' || by === 'phone-app' ? <p class="speaker">{SPEAKERS[by]}</p> : null}
				{author !== undefined && isOwn && <p class="speaker">{author}</p>}
				{quoted !== undefined && <blockquote>{summaryOf(quoted)}</blockquote>}
				<Content entry={entry} />
				<p class="meta">
					<time dateTime={new Date(at).toISOString()}>{asTime(at)}</time>
					{status !== undefined && <Ticks status={status} />}
					{isOwn && read && <Ticks status="read" />}
				</p>
				{error !== undefined && (
					<p class="failure">
						{error.title} ({error.code})
					</p>
				)}
				{reactions.length > 0 && <p class="reactions">{reactions.join(' ')}</p>}
			</article>
			{!isOwn && <MessageMenu entry={entry} />}
		</li>
	);
}
