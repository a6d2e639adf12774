import { asCountdown, DAY } from '../state/times';
import { useNow } from '../state/use-now';

const RADIUS = 8;
const AROUND = 2 * Math.PI * RADIUS;

/** How much longer the business can answer freely. */
export function WindowCountdown({ closesAt }: { readonly closesAt: number | null }) {
	const left = (closesAt ?? 0) - useNow();
	if (closesAt === null) {
		return <span class="chip window">No window yet: the customer hasn’t written</span>;
	}
	if (left <= 0) {
		return (
			<span class="chip window" data-open="false">
				Window closed: only a template can go out
			</span>
		);
	}
	return (
		<span class="chip window" data-open="true">
			<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
				<circle cx="10" cy="10" r={RADIUS} />
				<circle cx="10" cy="10" r={RADIUS} stroke-dasharray={`${(AROUND * left) / DAY} ${AROUND}`} />
			</svg>
			Window open for <b role="timer">{asCountdown(left)}</b>
		</span>
	);
}
