import { useEffect, useRef, useState } from 'preact/hooks';
import { EditorLink } from '../gateway/connect';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import { Icon } from '../ui/icon';
import { steps, type Begin } from './steps';

/** Five steps from a customer's first message to a gateway that has a bad day. The person does them all. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
	const world = useWorld();
	const { turnTo } = useSelection();
	const [index, setIndex] = useState(0);
	const begin = useRef<Begin | undefined>(undefined);
	if (begin.current === undefined && world.isLive) {
		begin.current = { lastEntry: world.entries.at(-1)?.order ?? -1, ahead: world.ahead };
	}
	const step = steps[index];
	usePointer(step?.target);
	useEffect(() => turnTo(step?.target === 'gateway' ? 'gateway' : 'phones'), [step]);
	if (step === undefined) return null;
	const isDone = begin.current !== undefined && step.isDone(world, begin.current);
	const isLast = index === steps.length - 1;
	return (
		<section class="tour" aria-label="Tour">
			<p class="tour-count">
				Step {index + 1} of {steps.length}
				<button type="button" class="quiet round" onClick={onClose}>
					<Icon name="close" />
					<span class="visually-hidden">Close the tour</span>
				</button>
			</p>
			<div aria-live="polite">
				<h2>
					{step.title}
					{isDone && (
						<span class="done">
							<Icon name="go" /> Done
						</span>
					)}
				</h2>
				<p>{step.text}</p>
			</div>
			{step.showsEditor && <EditorLink />}
			<span class="buttons">
				{index > 0 && (
					<button type="button" class="quiet" onClick={() => setIndex(index - 1)}>
						Back
					</button>
				)}
				<button
					type="button"
					class={isDone ? 'primary' : ''}
					onClick={() => (isLast ? onClose() : setIndex(index + 1))}
				>
					{isLast ? 'Finish' : 'Next'}
				</button>
			</span>
		</section>
	);
}

const POINTED_AT = 'is-pointed-at';

/** Puts a ring around the part of the page that a step of the tour is about. */
function usePointer(target: string | undefined): void {
	useEffect(() => {
		const part = document.querySelector(`[data-tour="${target}"]`);
		part?.classList.add(POINTED_AT);
		return () => part?.classList.remove(POINTED_AT);
	}, [target]);
}
