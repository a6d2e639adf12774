import type { DeliveryRecord } from '../../simulator/records';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Select } from '../ui/form';
import { listOf, titleOf, type World } from '../state/world';
import { Button } from '../../../page/ui/button';

export const OUTCOMES = {
	delivered: 'Delivered',
	refused: 'Refused',
	unreachable: 'No answer',
	dropped: 'Nobody listened',
	'given-up': 'Given up',
} as const;

/** Which deliveries a person wants to see. What is empty doesn't matter. `hasLists`: also those of customers in lists. */
export interface Wanted {
	readonly isOfOpenChat: boolean;
	readonly topic: string;
	readonly outcome: string;
	readonly hasLists: boolean;
}

/** The hundreds of a campaign would bury what a person does in a chat. */
export const AT_FIRST: Wanted = { isOfOpenChat: false, topic: '', outcome: '', hasLists: false };

/** Whether a delivery is as somebody wants it, whomever it is about. */
export function fits(
	{ attempts, conversations, topic }: DeliveryRecord,
	wanted: Wanted,
	conversation: string | undefined,
): boolean {
	return (
		(!wanted.isOfOpenChat || (conversation !== undefined && conversations.includes(conversation))) &&
		(wanted.topic === '' || topic === wanted.topic) &&
		(wanted.outcome === '' || attempts.at(-1)?.outcome === wanted.outcome)
	);
}

/** Whether a delivery is only about customers in lists, and not about the open chat. */
export function isOfList(
	world: World,
	{ conversations }: DeliveryRecord,
	conversation: string | undefined,
): boolean {
	return (
		conversations.length > 0 &&
		conversations.every((key) => key !== conversation && listOf(world, key) !== null)
	);
}

const TOPICS: Readonly<Record<string, string>> = { message: 'Messages', status: 'Statuses' };

interface FiltersProps {
	readonly wanted: Wanted;
	readonly onChange: (wanted: Wanted) => void;
}

/** By chat, kind, and answer. */
export function Filters({ wanted, onChange }: FiltersProps) {
	const world = useWorld();
	const { conversation } = useSelection();
	const topics = [...new Set([...Object.keys(TOPICS), ...world.deliveries.map(({ topic }) => topic)])];
	return (
		<span class="filters">
			<Select
				aria-label="Chat"
				value={wanted.isOfOpenChat ? 'open' : ''}
				choices={[
					['', 'All chats'],
					['open', titleOf(world, conversation) ?? 'The open chat'],
				]}
				onValue={(value) => onChange({ ...wanted, isOfOpenChat: value !== '' })}
			/>
			<Select
				aria-label="Kind"
				value={wanted.topic}
				choices={[['', 'All kinds'], ...topics.map((topic) => [topic, TOPICS[topic] ?? topic] as const)]}
				onValue={(topic) => onChange({ ...wanted, topic })}
			/>
			<Select
				aria-label="Answer"
				value={wanted.outcome}
				choices={[['', 'All answers'], ...Object.entries(OUTCOMES)]}
				onValue={(outcome) => onChange({ ...wanted, outcome })}
			/>
		</span>
	);
}

interface OfListsProps extends FiltersProps {
	/** The deliveries that are only about customers in lists. */
	readonly deliveries: readonly DeliveryRecord[];
}

/** How many deliveries are about customers in lists, and the way to see or hide them. */
export function OfLists({ deliveries, wanted, onChange }: OfListsProps) {
	const world = useWorld();
	if (deliveries.length === 0) return null;
	const lists = new Set(
		deliveries.flatMap(({ conversations }) => conversations.map((key) => listOf(world, key))),
	);
	const count = new Intl.NumberFormat().format(deliveries.length);
	const { hasLists } = wanted;
	return (
		<p class="of-lists">
			<span role="status">
				{count} {deliveries.length === 1 ? 'event' : 'events'} of “{[...lists].join('”, “')}”{' '}
				{deliveries.length === 1 ? 'is' : 'are'} {hasLists ? 'shown' : 'hidden'}
			</span>
			<Button class="quiet" onClick={() => onChange({ ...wanted, hasLists: !hasLists })}>
				{hasLists ? 'Hide' : 'Show'}
			</Button>
		</p>
	);
}
