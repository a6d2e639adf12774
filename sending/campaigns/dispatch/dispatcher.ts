import { createSignal } from '../../../base';
import type { GatewayClient } from '../../../gateway';
import { openSubmitter } from '../../submit';
import { beginReady } from './begin-ready';
import { claimDue } from './claim-due';
import type { DispatcherOptions, DispatcherState, Ready } from './dispatcher-state';
import { giveUp } from './dispatcher-state';
import { openRecorder } from './recorder';
import { recipientLedger } from './recipient-ledger';
import { release } from './settle-recipient';

export interface Dispatcher {
	/** Sends until nothing is due, or until it is over. */
	run(): Promise<void>;
	/** It is over: the dispatcher looks at once. */
	end(): void;
}

/** A dispatcher that has not begun. */
async function openState(options: DispatcherOptions, gateway: GatewayClient): Promise<DispatcherState> {
	const { engine, channel, clock } = options;
	const { runtime, store } = engine;
	const { perSecond } = await store.rates.read(channel);
	const journal = store.journals.open();
	const state: Omit<DispatcherState, 'submitter'> = {
		...options,
		perSecond,
		changed: createSignal(runtime),
		journal,
		recorder: openRecorder(engine, channel, clock, journal.forget),
		customers: new Set(),
		policies: new Map(),
		ready: [],
		again: [],
		beginning: 0,
		lostInARow: 0,
		anyAnswer: false,
		halted: false,
	};
	const ledger = recipientLedger(runtime, () => state as DispatcherState);
	const submitter = openSubmitter<Ready>(engine, gateway, channel, ledger);
	return Object.assign(state, { submitter });
}

/** Opens what sends from one number: claims, decides, submits, records. */
export function openDispatcher(options: DispatcherOptions, gateway: GatewayClient): Dispatcher {
	let opened: DispatcherState | undefined;
	return {
		end: () => opened?.changed.raise(),
		async run() {
			const state = (opened = await openState(options, gateway));
			const { changed, recorder, journal, submitter } = state;
			const failed = (error: unknown) => giveUp(state, error);
			let claimed = false;
			const claiming = claimDue(state)
				.catch(failed)
				.finally(() => {
					claimed = true;
					changed.raise();
				});
			await Promise.all([claiming, beginReady(state, () => claimed).catch(failed)]);
			release(state, [...state.ready, ...state.again, ...submitter.clear()]);
			[state.ready, state.again] = [[], []];
			while (submitter.onTheirWay() > 0) await changed.wait(100);
			await recorder.flush().finally(() => journal.close());
			if (state.broken) throw state.broken.error;
		},
	};
}
