import { useState } from 'preact/hooks';
import type { DeliveryRecord } from '../../simulator/records';
import { asExactTime } from '../state/times';
import { DeliveryDetails } from './delivery-details';

const OUTCOMES = {
	delivered: 'Delivered',
	refused: 'Refused',
	unreachable: 'No answer',
	dropped: 'Nobody listened',
	'given-up': 'Given up',
} as const;

/** One event in the log. It opens to its body. */
export function Delivery({ delivery }: { readonly delivery: DeliveryRecord }) {
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
