import { useState } from 'preact/hooks';
import { complain } from '../state/complaints';
import { Icon } from './icon';

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
		<button type="button" class="quiet" onClick={() => void copy()}>
			<Icon name="copy" /> {isCopied ? 'Copied' : children}
		</button>
	);
}
