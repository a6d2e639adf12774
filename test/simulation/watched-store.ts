import type { Store } from '../../engine';
import type { SimulatedDatabase } from './simulated-database';

type Method = (...args: unknown[]) => unknown;
type Methods = Record<string, unknown>;

/** The methods that change the state by what their last arguments say, and from which one on. */
const CHANGES_FROM: Readonly<Record<string, number>> = { apply: 0, 'sends.end': 2, 'sends.forget': 1 };

/** A short form of an argument, for the trace. */
function inShort(argument: unknown): string {
	const text = typeof argument === 'string' ? argument : (JSON.stringify(argument) ?? '');
	return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** A store that tells which methods are called, and the database what they change in the state. */
export function watchStore(
	store: Store,
	database: SimulatedDatabase,
	tell: (method: string, args: string) => void,
): Store {
	function watched(methods: Methods, path: string): Methods {
		const entries = Object.entries(methods).map(([name, value]): [string, unknown] => {
			const full = path + name;
			if (full === 'runtime') return [name, value];
			if (typeof value !== 'function') return [name, watched(value as Methods, `${full}.`)];
			const from = CHANGES_FROM[full];
			return [
				name,
				(...args: unknown[]) => {
					tell(full, args.map(inShort).join(', '));
					const changes = (from === undefined ? [] : args.slice(from)) as Parameters<Store['apply']>;
					return database.changing(changes, () => (value as Method)(...args));
				},
			];
		});
		return Object.fromEntries(entries);
	}
	return watched(store as unknown as Methods, '') as unknown as Store;
}
