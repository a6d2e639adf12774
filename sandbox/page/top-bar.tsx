import { advanceClock } from './state/control';
import { Icon } from '../../page/ui/icon';
import { ThemeSwitch } from '../../page/ui/theme-switch';
import { asDayAndTime, asExactTime, asTimeAsOf, DAY, foreignZone, HOUR } from '../../page/times';
import { useNow, useWorld } from './state/use-world';
import { listening, type Listening } from './state/world';
import { Button } from '../../page/ui/button';

/** The name of the page, whether somebody listens, the clock, and what the page looks like. */
export function TopBar({ hasTour, onTour }: { readonly hasTour: boolean; readonly onTour: () => void }) {
	return (
		<header class="top-bar">
			<h1>
				<img src="/sandbox/icon.svg" alt="" width="28" height="28" />
				<span>Play a customer</span>
			</h1>
			<Listener />
			<Clock />
			<span class="top-buttons">
				<Button class="quiet" aria-label="Tour" aria-pressed={hasTour} onClick={onTour}>
					<Icon name="help" /> <span class="wide-only">Tour</span>
				</Button>
				<ThemeSwitch />
			</span>
		</header>
	);
}

function Listener() {
	const listener = listening(useWorld());
	const now = useNow();
	return (
		<p class="listening" data-state={listener.state} role="status">
			<span class="dot" /> {wordsFor(listener, now)}
		</p>
	);
}

function wordsFor(listener: Listening, now: number): string {
	switch (listener.state) {
		case 'unknown':
			return 'Connecting …';
		case 'nobody':
			return 'No workflow is listening';
		case 'workflow': {
			const { tookAt } = listener;
			return `A workflow is listening${tookAt === undefined ? '' : ` (last event taken ${asTimeAsOf(tookAt, now)})`}`;
		}
		case 'failing': {
			const { status, since, isTest } = listener;
			if (isTest) return 'The test is over. Publish the workflow to keep listening';
			const says = status === null ? 'The webhook doesn’t answer' : `The webhook answers ${status}`;
			return `${says} (since ${asTimeAsOf(since, now)})`;
		}
	}
}

/** What time it is at the gateway, and how to let time pass. */
function Clock() {
	const { ahead, gateway } = useWorld();
	const now = useNow();
	return (
		<div class="clock" role="group" aria-label="The gateway's clock" data-tour="clock">
			<Icon name="clock" />
			{gateway !== undefined && (
				<time title={`${asExactTime(now)}, ${gateway.timeZone}`}>
					{asDayAndTime(now)} <small>{[aheadInHours(ahead), foreignZone()].filter(Boolean).join(', ')}</small>
				</time>
			)}
			<Button onClick={() => void advanceClock(HOUR)}>+1 h</Button>
			<Button onClick={() => void advanceClock(DAY)}>+24 h</Button>
		</div>
	);
}

/** How much later it is at the gateway, as `+24 h`, if the clock was moved. Two machines' clocks differ by less. */
function aheadInHours(ahead: number): string | undefined {
	const hours = Math.round(ahead / HOUR);
	return hours > 0 ? `+${hours} h` : undefined;
}
