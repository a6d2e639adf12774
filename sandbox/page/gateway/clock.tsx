import { advanceClock } from '../state/control';
import { asDayAndTime, asExactTime, DAY, HOUR } from '../state/times';
import { useNow } from '../state/use-now';
import { useWorld } from '../state/use-world';
import { Icon } from '../ui/icon';

/** What time it is at the gateway, and how to let time pass. */
export function Clock() {
	const { gateway } = useWorld();
	const now = useNow();
	return (
		<div class="clock" role="group" aria-label="The gateway's clock" data-tour="clock">
			<Icon name="clock" />
			{gateway !== undefined && <time title={asExactTime(now)}>{asDayAndTime(now)}</time>}
			<button type="button" onClick={() => void advanceClock(HOUR)}>
				+1 h
			</button>
			<button type="button" onClick={() => void advanceClock(DAY)}>
				+24 h
			</button>
		</div>
	);
}
