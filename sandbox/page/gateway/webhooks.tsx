import { useState, useEffect } from 'preact/hooks';
import type { DeliveryRecord } from '../../simulator/records';
import type { DeliveryAttempt } from '../../webhooks/delivery';
import { control } from '../state/control';
import { asExactTime } from '../state/times';
import { useWorld } from '../state/use-world';
import { listening } from '../state/world';
import { CopyButton } from '../ui/controls';

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

const OUTCOMES = {
	delivered: 'Delivered',
	refused: 'Refused',
	unreachable: 'No answer',
	dropped: 'Nobody listened',
	'given-up': 'Given up',
} as const;

/** One event in the log. It opens to its body. */
function Delivery({ delivery }: { readonly delivery: DeliveryRecord }) {
	const [isOpen, setOpen] = useState(false);
	const { about, attempts, field } = delivery;
	const last = attempts.at(-1);
	if (last === undefined) return null;
	const { at, outcome, status } = last;
	return (
		<li class="delivery" data-outcome={outcome}>
			<button type="button" class="delivery-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
				<span class="delivery-words">
					<strong>{about || field}</strong>
					<small class="delivery-time">
						{asExactTime(at)}, {field}
						{attempts.length > 1 && `, attempt ${attempts.length}`}
					</small>
				</span>
				<span class="pill">
					{OUTCOMES[outcome]}
					{status !== null && ` ${status}`}
				</span>
			</button>
			{isOpen && <DeliveryDetails delivery={delivery} />}
		</li>
	);
}

/** The body of a delivery, its signature, and every attempt with its answer. */
function DeliveryDetails({ delivery }: { readonly delivery: DeliveryRecord }) {
	const { gateway } = useWorld();
	const [attempts, setAttempts] = useState<readonly DeliveryAttempt[]>([]);
	const { id } = delivery;
	const count = delivery.attempts.length;
	useEffect(() => {
		void control<DeliveryAttempt[]>('delivery', id).then((found) => setAttempts(found ?? []));
	}, [id, count]);
	const last = attempts.at(-1);
	if (last === undefined) return null;
	const body = JSON.stringify(last.payload, null, 2);
	return (
		<div class="delivery-details">
			<span class="buttons">
				<button type="button" onClick={() => void control('resend', id)}>
					Send again
				</button>
				<CopyButton text={body}>Copy body</CopyButton>
			</span>
			{last.signature !== undefined && (
				<p>
					<small>Signature, in the header {gateway?.signatureHeader}</small>
					<code class="breakable">{last.signature}</code>
				</p>
			)}
			<small>Attempts</small>
			<ol class="attempts">
				{attempts.map(({ at, attempt, status, error, answer }) => (
					<li key={attempt}>
						{asExactTime(at)}: {status === null ? (error ?? 'no webhook was set') : `answer ${status}`}
						{answer !== undefined && <code class="breakable">{answer}</code>}
					</li>
				))}
			</ol>
			<small>Body</small>
			<pre tabIndex={0}>{body}</pre>
		</div>
	);
}
