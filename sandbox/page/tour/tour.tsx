import { useEffect, useRef, useState } from 'preact/hooks';
import { EditorLink } from '../gateway/connect';
import { useSelection } from '../state/selection';
import { useWorld } from '../state/use-world';
import type { World } from '../state/world';
import { ValuesToCopy } from '../ui/controls';
import { Icon } from '../../../page/ui/icon';
import { beginOf, steps, type Begin } from './steps';
import { Button, IconButton } from '../../../page/ui/button';

/** Five steps from a customer's first message to a gateway that has a bad day. The person does them all. */
export function Tour({ onClose }: { readonly onClose: () => void }) {
	const world = useWorld();
	const { turnTo } = useSelection();
	const [index, setIndex] = useState(0);
	const [isFolded, fold] = useFolding(index);
	const begin = useBegin(world, index);
	const done = useRef(new Set<number>());
	const step = steps[index];
	usePointer(step?.target);
	useEffect(() => turnTo(step?.target === 'gateway' ? 'gateway' : 'phones'), [step]);
	if (step === undefined) return null;
	// What was done stays done, also if it is taken back, such as a fault.
	if (begin !== undefined && step.isDone(world, begin)) done.current.add(index);
	const isDone = done.current.has(index);
	const isLast = index === steps.length - 1;
	return (
		<section class="tour" aria-label="Tour" data-folded={isFolded}>
			<header>
				<p class="tour-count">
					Step {index + 1} of {steps.length}
				</p>
				<h2 aria-live="polite">
					{step.title}
					{isDone && (
						<span class="done">
							<Icon name="go" /> Done
						</span>
					)}
				</h2>
				<IconButton
					class="quiet round narrow-only"
					icon="back"
					says="What to do in this step"
					aria-expanded={!isFolded}
					onClick={() => fold(!isFolded)}
				/>
				<IconButton icon="close" says="Close the tour" onClick={onClose} />
			</header>
			{!isFolded && (
				<>
					<p aria-live="polite">{step.text}</p>
					{world.gateway?.busy && <p class="hint">{world.gateway.busy}</p>}
					{step.values && <ValuesToCopy of={step.values} />}
					{step.editor && <EditorLink showsLogin={step.editor === 'login'} />}
				</>
			)}
			<span class="buttons">
				{index > 0 && (
					<Button class="quiet" onClick={() => setIndex(index - 1)}>
						Back
					</Button>
				)}
				<Button class={isDone ? 'primary' : ''} onClick={() => (isLast ? onClose() : setIndex(index + 1))}>
					{isLast ? 'Finish' : 'Next'}
				</Button>
			</span>
		</section>
	);
}

/** From when on it counts what happens, for the step that is shown: not while a program does things that people didn't. */
function useBegin(world: World, index: number): Begin | undefined {
	const begins = useRef<readonly Begin[]>([]);
	if (begins.current[index] === undefined && world.isLive && !world.gateway?.busy) {
		const lastEntry = begins.current[0]?.lastEntry ?? world.entries.at(-1)?.order ?? -1;
		begins.current = [...begins.current, beginOf(world, lastEntry)];
	}
	return begins.current[index];
}

/** Whether the step says only what it is called: on a phone, as soon as a chat is open. */
function useFolding(index: number): [isFolded: boolean, fold: (isFolded: boolean) => void] {
	const { conversation } = useSelection();
	const [isFolded, fold] = useState(false);
	useEffect(() => fold(false), [index]);
	useEffect(() => {
		if (conversation !== undefined && matchMedia('(width < 46rem)').matches) fold(true);
	}, [conversation]);
	return [isFolded, fold];
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
