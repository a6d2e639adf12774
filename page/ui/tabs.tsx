import { useRef } from 'preact/hooks';
import { Button } from './button';

interface TabsProps<Name extends string> {
	readonly label: string;
	readonly names: readonly Name[];
	readonly titles: Readonly<Record<Name, string>>;
	readonly chosen: Name;
	readonly onChoose: (name: Name) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs, with the arrow keys. The part that a tab shows has the id `part-<name>`. */
export function Tabs<Name extends string>({ label, names, titles, chosen, onChoose }: TabsProps<Name>) {
	const list = useRef<HTMLDivElement>(null);
	const step = (event: KeyboardEvent) => {
		const by = STEPS[event.key];
		if (by === undefined) return;
		const next = names[(names.indexOf(chosen) + by + names.length) % names.length];
		if (next === undefined) return;
		event.preventDefault();
		onChoose(next);
		list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
	};
	return (
		<div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={step}>
			{names.map((name) => (
				<Button
					key={name}
					role="tab"
					id={`tab-${name}`}
					aria-selected={name === chosen}
					aria-controls={`part-${name}`}
					tabIndex={name === chosen ? 0 : -1}
					onClick={() => onChoose(name)}
				>
					{titles[name]}
				</Button>
			))}
		</div>
	);
}
