import { Clock } from './gateway/clock';
import type { Listening } from './state/listening';
import { listening } from './state/listening';
import { asTime } from './state/times';
import { useWorld } from './state/use-world';
import { Icon } from './ui/icon';
import { ThemeSwitch } from './ui/theme-switch';

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
				<button type="button" class="quiet" aria-label="Tour" aria-pressed={hasTour} onClick={onTour}>
					<Icon name="help" /> <span class="wide-only">Tour</span>
				</button>
				<ThemeSwitch />
			</span>
		</header>
	);
}

const LISTENING = {
	unknown: 'Connecting …',
	nobody: 'No workflow is listening yet',
	workflow: 'A workflow is listening',
} as const;

function Listener() {
	const listener = listening(useWorld());
	return (
		<p class="listening" data-state={listener.state} role="status">
			<span class="dot" /> {listener.state === 'failing' ? failureOf(listener) : LISTENING[listener.state]}
		</p>
	);
}

function failureOf({ status, since }: Extract<Listening, { state: 'failing' }>): string {
	const says = status === null ? 'The webhook doesn’t answer' : `The webhook answers ${status}`;
	return `${says} (since ${asTime(since)})`;
}
