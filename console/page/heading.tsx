import type { ComponentChildren } from 'preact';
import { useArrival } from './way-back';

interface HeadingProps {
	readonly id?: string;
	readonly class?: string;
	/** Whether it also takes the focus if nothing else has it. */
	readonly isLonely?: boolean;
	/** Whether something further down takes the focus instead. */
	readonly isPassed?: boolean;
	readonly children: ComponentChildren;
}

/** The head of what can be opened: it takes the focus then. */
export function Heading({ id, class: name, isLonely = false, isPassed = false, children }: HeadingProps) {
	const arrival = useArrival<HTMLHeadingElement>(isLonely);
	return (
		<h2 id={id} class={name} ref={isPassed ? undefined : arrival} tabIndex={-1} data-arrival>
			{children}
		</h2>
	);
}
