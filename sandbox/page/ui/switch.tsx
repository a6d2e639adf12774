import type { ComponentChildren } from 'preact';

interface SwitchProps {
	readonly isOn: boolean;
	readonly onChange: (isOn: boolean) => void;
	readonly children: ComponentChildren;
	/** What it does, in a sentence. */
	readonly hint?: string;
}

/** Something that is on or off. */
export function Switch({ isOn, onChange, children, hint }: SwitchProps) {
	return (
		<label class="switch">
			<input
				type="checkbox"
				role="switch"
				checked={isOn}
				onChange={({ currentTarget }) => onChange(currentTarget.checked)}
			/>
			<span class="switch-track" aria-hidden="true" />
			<span>
				{children}
				{hint !== undefined && <small>{hint}</small>}
			</span>
		</label>
	);
}
