import { useState } from 'preact/hooks';
import type { DeliveryRecord } from '../../simulator/records';
import { useSelection } from '../state/selection';
import { asExactTime } from '../../../page/times';
import { useWorld } from '../state/use-world';
import { listening, titleOf } from '../state/world';
import { LongList } from '../../../page/ui/long-list';
import { DeliveryDetails } from './delivery-details';

const ROW_HEIGHT = 64;

/** Where events go, and what became of each. */
export function Webhooks() {
	const world = useWorld();
	const { conversation } = useSelection();
	const [wanted, setWanted] = useState(EVERYTHING);
	const [opened, open] = useState<string>();
	const { deliveries, gateway } = world;
	const { state } = listening(world);
	const found = deliveries.filter((delivery) => fits(delivery, wanted, conversation));
	return (
		<>
			<p class="lead">
				{gateway?.webhook ? (
					<>
						The gateway reports every event to <code>{gateway.webhook}</code>
						{state === 'failing' &&
							'. It doesn’t take them: is its workflow published? Until then, the gateway tries again.'}
						{state === 'workflow' &&
							'. If its workflow is unpublished, the gateway learns that from the next event.'}
					</>
				) : (
					<>
						No workflow is listening, so what happens now is lost. Publish a workflow with a{' '}
						<b>Business Messaging Trigger</b>: that sets the webhook.
					</>
				)}
			</p>
			{deliveries.length === 0 ? (
				<p class="empty">Nothing has happened yet. Write something as a customer.</p>
			) : (
				<Filters wanted={wanted} onChange={setWanted} />
			)}
			{found.length > 0 ? (
				<LongList
					key={JSON.stringify([wanted, wanted.isOfOpenChat && conversation])}
					label="Deliveries"
					items={found}
					keyOf={({ id }) => id}
					rowHeight={ROW_HEIGHT}
					chosen={opened}
				>
					{(delivery, tabIndex) => (
						<Delivery
							delivery={delivery}
							tabIndex={tabIndex}
							isOpen={delivery.id === opened}
							onToggle={() => open(delivery.id === opened ? undefined : delivery.id)}
						/>
					)}
				</LongList>
			) : (
				deliveries.length > 0 && (
					<p class="empty" role="status">
						No event is like that.
					</p>
				)
			)}
		</>
	);
}

const OUTCOMES = {
	delivered: 'Delivered',
	refused: 'Refused',
	unreachable: 'No answer',
	dropped: 'Nobody listened',
	'given-up': 'Given up',
} as const;

/** Which deliveries a person wants to see. What is empty doesn't matter. */
interface Wanted {
	readonly isOfOpenChat: boolean;
	readonly topic: string;
	readonly outcome: string;
}

const EVERYTHING: Wanted = { isOfOpenChat: false, topic: '', outcome: '' };

function fits(
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

const TOPICS: Readonly<Record<string, string>> = { message: 'Messages', status: 'Statuses' };

interface FiltersProps {
	readonly wanted: Wanted;
	readonly onChange: (wanted: Wanted) => void;
}

/** By chat, kind, and answer. */
function Filters({ wanted, onChange }: FiltersProps) {
	const world = useWorld();
	const { conversation } = useSelection();
	const topics = [...new Set([...Object.keys(TOPICS), ...world.deliveries.map(({ topic }) => topic)])];
	return (
		<span class="filters">
			<select
				aria-label="Chat"
				value={wanted.isOfOpenChat ? 'open' : ''}
				onChange={({ currentTarget }) => onChange({ ...wanted, isOfOpenChat: currentTarget.value !== '' })}
			>
				<option value="">All chats</option>
				<option value="open">{titleOf(world, conversation) ?? 'The open chat'}</option>
			</select>
			<select
				aria-label="Kind"
				value={wanted.topic}
				onChange={({ currentTarget }) => onChange({ ...wanted, topic: currentTarget.value })}
			>
				<option value="">All kinds</option>
				{topics.map((topic) => (
					<option key={topic} value={topic}>
						{TOPICS[topic] ?? topic}
					</option>
				))}
			</select>
			<select
				aria-label="Answer"
				value={wanted.outcome}
				onChange={({ currentTarget }) => onChange({ ...wanted, outcome: currentTarget.value })}
			>
				<option value="">All answers</option>
				{Object.entries(OUTCOMES).map(([outcome, title]) => (
					<option key={outcome} value={outcome}>
						{title}
					</option>
				))}
			</select>
		</span>
	);
}

interface DeliveryProps {
	readonly delivery: DeliveryRecord;
	readonly tabIndex: 0 | -1;
	readonly isOpen: boolean;
	readonly onToggle: () => void;
}

/** One event in the log. It opens to its body. */
function Delivery({ delivery, tabIndex, isOpen, onToggle }: DeliveryProps) {
	const world = useWorld();
	const { about, attempts, conversations, field } = delivery;
	const last = attempts.at(-1);
	if (last === undefined) return null;
	const { at, outcome, status } = last;
	const [whom] = conversations.flatMap((key) => titleOf(world, key) ?? []);
	return (
		<>
			<button
				type="button"
				class="delivery-head"
				data-outcome={outcome}
				tabIndex={tabIndex}
				aria-expanded={isOpen}
				onClick={onToggle}
			>
				<span class="delivery-words">
					<strong>{about || field}</strong>
					<small>
						{[whom, asExactTime(at), attempts.length > 1 && `attempt ${attempts.length}`, field]
							.filter(Boolean)
							.join(', ')}
					</small>
				</span>
				<span class="pill">
					{OUTCOMES[outcome]}
					{status !== null && ` ${status}`}
				</span>
			</button>
			{isOpen && <DeliveryDetails delivery={delivery} />}
		</>
	);
}
