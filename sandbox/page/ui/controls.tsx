import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { complain } from '../state/control';
import { Icon } from '../../../page/ui/icon';
import { Button } from '../../../page/ui/button';

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

const SHOWN_MS = 1500;

/** Copies a text to the clipboard. Browsers allow it on secure pages and on this machine. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
	const [isCopied, setCopied] = useState(false);
	const copy = async () => {
		try {
			await navigator.clipboard.writeText(text);
			setCopied(true);
			setTimeout(() => setCopied(false), SHOWN_MS);
		} catch {
			complain("The browser doesn't allow copying here. Select the text instead.");
		}
	};
	return (
		<Button class="quiet" onClick={() => void copy()}>
			<Icon name="copy" /> {isCopied ? 'Copied' : children}
		</Button>
	);
}

/** Fields of a form in n8n, each with the value to paste there. */
export function ValuesToCopy({
	of,
}: {
	readonly of: ReadonlyArray<readonly [field: string, value: string]>;
}) {
	return (
		<dl class="fields">
			{of.map(([field, value]) => (
				<div key={field}>
					<dt>{field}</dt>
					<dd>
						<code class="breakable">{value}</code>
						<CopyButton text={value}>Copy</CopyButton>
					</dd>
				</div>
			))}
		</dl>
	);
}

const COLORS = 6;

/** A round picture of somebody: the first letters of the name, in a color of their own. */
export function Avatar({ name, isGroup = false }: { readonly name: string; readonly isGroup?: boolean }) {
	const letters = name
		.split(/\s+/)
		.slice(0, 2)
		.map(([first = '']) => first)
		.join('');
	const color = [...name].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0) % COLORS;
	return (
		<span class="avatar" data-color={color} aria-hidden="true">
			{isGroup ? <Icon name="people" /> : letters}
		</span>
	);
}
