import { useState } from 'preact/hooks';

const PREFIX = 'business-messaging.';

/** A choice that this browser remembers. */
export function usePreference<Value>(name: string, otherwise: Value): [Value, (value: Value) => void] {
	const [value, setValue] = useState<Value>(() => remembered(name) ?? otherwise);
	const choose = (chosen: Value) => {
		setValue(chosen);
		try {
			localStorage.setItem(PREFIX + name, JSON.stringify(chosen));
		} catch {
			// A browser that keeps nothing forgets this too.
		}
	};
	return [value, choose];
}

function remembered<Value>(name: string): Value | undefined {
	try {
		const text = localStorage.getItem(PREFIX + name);
		return text === null ? undefined : (JSON.parse(text) as Value);
	} catch {
		return undefined;
	}
}
