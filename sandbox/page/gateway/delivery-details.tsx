import { useState, useEffect } from 'preact/hooks';
import type { DeliveryRecord } from '../../simulator/records';
import type { DeliveryAttempt } from '../../webhooks/delivery';
import { control } from '../state/control';
import { asExactTime, asTimeAsOf } from '../../../page/times';
import { useNow, useWorld } from '../state/use-world';
import { CopyButton } from '../ui/controls';
import { Button } from '../../../page/ui/button';

/** The body of a delivery, its signature, and every attempt with its answer. */
export function DeliveryDetails({ delivery }: { readonly delivery: DeliveryRecord }) {
	const { gateway } = useWorld();
	const now = useNow();
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
				<Button onClick={() => void control('resend', id)}>Send again</Button>
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
						{asTimeAsOf(at, now, asExactTime)}:{' '}
						{status === null ? (error ?? 'no webhook was set') : `answer ${status}`}
						{answer !== undefined && <code class="breakable">{answer}</code>}
					</li>
				))}
			</ol>
			<small>Body</small>
			<pre tabIndex={0}>{body}</pre>
		</div>
	);
}
