import { listening } from '../state/listening';
import { useWorld } from '../state/use-world';
import { Delivery } from './delivery';

/** Where events go, and what became of each. */
export function Webhooks() {
	const world = useWorld();
	const { deliveries, gateway } = world;
	return (
		<>
			<p class="lead">
				{gateway?.webhook ? (
					<>
						The gateway reports every event to <code>{gateway.webhook}</code>
						{listening(world).state === 'failing' &&
							'. It doesn’t take them: is its workflow published? Until then, the gateway tries again.'}
					</>
				) : (
					<>
						Nobody listens yet, so events are lost. Publish a workflow with a{' '}
						<b>Business Messaging Trigger</b>: that sets the webhook.
					</>
				)}
			</p>
			{deliveries.length === 0 && (
				<p class="empty">Nothing has happened yet. Write something as a customer.</p>
			)}
			<ul class="deliveries">
				{deliveries.map((delivery) => (
					<Delivery key={delivery.id} delivery={delivery} />
				))}
			</ul>
		</>
	);
}
