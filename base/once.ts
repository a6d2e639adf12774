/** A value that never changes, made when it is first needed. */
export function once<Value extends object>(make: () => Value): () => Value {
	let made: Value | undefined;
	return () => (made ??= make());
}

/** What is loaded when it is first needed. If that fails, whoever needs it next tries again. */
export function onceLoaded<Value>(load: () => Promise<Value>): () => Promise<Value> {
	let loading: Promise<Value> | undefined;
	return () =>
		(loading ??= load().catch((reason: unknown) => {
			loading = undefined;
			throw reason;
		}));
}

/** So many are remembered; then all are forgotten. */
const MOST = 1_000;

/** What a function returns for a text, which is always the same, so that who asked before changes nothing. */
export function oncePer<Value extends object>(make: (text: string) => Value): (text: string) => Value {
	const made = new Map<string, Value>();
	return (text) => {
		const known = made.get(text);
		if (known) return known;
		const value = make(text);
		if (made.size === MOST) made.clear();
		made.set(text, value);
		return value;
	};
}
