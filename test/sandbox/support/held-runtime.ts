import { systemRuntime, type Runtime } from '../../../base';

/** Real time, except that timers of exactly `ms` run only when a test releases them. */
export function heldRuntime(ms: number) {
	const held: (() => void)[] = [];
	const watchers: (() => void)[] = [];
	const runtime: Runtime = {
		...systemRuntime,
		after(wait, act, kind) {
			if (wait !== ms) return systemRuntime.after(wait, act, kind);
			held.push(act);
			for (const seen of watchers.splice(0)) seen();
			return () => void held.splice(held.indexOf(act), 1);
		},
	};
	return {
		runtime,
		/** Resolves once a timer of `ms` is set. */
		isHeld: () => (held.length > 0 ? Promise.resolve() : new Promise<void>((seen) => watchers.push(seen))),
		release: () => {
			for (const act of held.splice(0)) act();
		},
	};
}
