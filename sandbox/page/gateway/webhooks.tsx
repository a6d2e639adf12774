import { useState } from 'preact/hooks';
import type { DeliveryRecord } from '../../simulator/records';
import { useSelection } from '../state/selection';
import { asExactTime, asTimeAsOf } from '../../../page/times';
import { useNow, useWorld } from '../state/use-world';
import { listening, titleOf } from '../state/world';
import { LongList } from '../../../page/ui/long-list';
import { DeliveryDetails } from './delivery-details';
import { AT_FIRST, Filters, fits, isOfList, OfLists, OUTCOMES } from './delivery-filters';
import { Button } from '../../../page/ui/button';

const ROW_HEIGHT = 64;

/** Where events go, and what became of each. */
export function Webhooks() {
	const world = useWorld();
	const { conversation } = useSelection();
	const [wanted, setWanted] = useState(AT_FIRST);
	const [opened, open] = useState<string>();
	const { deliveries, gateway } = world;
	const { state } = listening(world);
	const fitting = deliveries.filter((delivery) => fits(delivery, wanted, conversation));
	const ofLists = fitting.filter((delivery) => isOfList(world, delivery, conversation));
	const hidden = new Set(wanted.hasLists ? [] : ofLists);
	const found = fitting.filter((delivery) => !hidden.has(delivery));
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
				<>
					<Filters wanted={wanted} onChange={setWanted} />
					<OfLists deliveries={ofLists} wanted={wanted} onChange={setWanted} />
				</>
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
						{fitting.length < deliveries.length
							? 'No event matches these filters.'
							: 'Nothing else has happened yet.'}
					</p>
				)
			)}
		</>
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
	const now = useNow();
	const { about, attempts, conversations, field } = delivery;
	const last = attempts.at(-1);
	if (last === undefined) return null;
	const { at, outcome, status } = last;
	const [whom] = conversations.flatMap((key) => titleOf(world, key) ?? []);
	return (
		<>
			<Button
				class="delivery-head"
				data-outcome={outcome}
				tabIndex={tabIndex}
				aria-expanded={isOpen}
				onClick={onToggle}
			>
				<span class="delivery-words">
					<strong>{about || field}</strong>
					<small>
						{[
							whom,
							asTimeAsOf(at, now, asExactTime),
							attempts.length > 1 && `attempt ${attempts.length}`,
							field,
						]
							.filter(Boolean)
							.join(', ')}
					</small>
				</span>
				<span class="pill">
					{OUTCOMES[outcome]}
					{status !== null && ` ${status}`}
				</span>
			</Button>
			{isOpen && <DeliveryDetails delivery={delivery} />}
		</>
	);
}
