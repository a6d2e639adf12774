import { createSignal, MINUTE, SECOND } from '../../../base';
import type { Engine, NewCampaign } from '../../../engine';
import { isKeptCampaign, reasonOfError } from '../../../engine';
import { GatewayError } from '../../../gateway';
import type { GatewayClient } from '../../../gateway';
import type { CallResult } from '../../submit';
import { CONSEQUENCES } from '../../submit';
import { openOutbox } from './begin';
import { claimDue } from './claim';
import type { Dispatch, DispatcherOptions } from './dispatch';
import { openRecords } from './record';

export interface Dispatcher {
	/** Sends until nothing is due, or until it is over. @throws what the store threw, if it can't be relied on */
	run(): Promise<void>;
	/** It is over: the dispatcher looks at once. */
	end(): void;
}

/**
 * How a dispatcher is doing. It only moves down this list:
 *
 * - `open`: it claims what is due, and begins it.
 * - `closing`: its time is over.
 * - `halted`: the number may not send for now. The store says until when.
 * - `broken`: the store can't be relied on. `run` rejects with its error.
 *
 * In all but the first, nothing is claimed or begun, what wasn't called is given back, and what is on its way is
 * recorded.
 */
const MODES = ['open', 'closing', 'halted', 'broken'] as const;
type Mode = (typeof MODES)[number];

/** So many answers in a row that are lost, or that say that the platform has trouble, halt the number. */
const LOST_IN_A_ROW = 5;
const HALT = { base: 30 * SECOND, most: 10 * MINUTE };

/** Looks up the campaigns of a number, each once, for what their first plan froze. */
function campaignFinder({ store }: Engine, channel: string) {
	const known = new Map<string, NewCampaign>();
	return async (id: string): Promise<NewCampaign> => {
		const campaign = known.get(id) ?? (await store.campaigns.find({ channel, id }))!;
		known.set(id, campaign);
		return campaign;
	};
}

/** Whether the gateway takes messages from the number, by the result of a call; undefined if that doesn't tell. */
function isHeard(result: CallResult): boolean | undefined {
	if (result.kind === 'accepted') return true;
	const { error } = result;
	if (!(error instanceof GatewayError)) return undefined;
	if (CONSEQUENCES[error.effect].number === 'halt in a row') return false;
	if (error.code !== undefined) return true;
	return error.status === undefined ? false : undefined;
}

/** Opens what sends from one number: claims, decides, submits, records. */
export function openDispatcher(options: DispatcherOptions, gateway: GatewayClient): Dispatcher {
	const { engine, channel, summary, isOver } = options;
	const { runtime, store } = engine;
	const changed = createSignal(runtime);
	let mode: Mode = 'open';
	let failure: unknown;
	let lostInARow = 0;
	let anyAnswer = false;

	function moveTo(next: Mode): void {
		if (MODES.indexOf(next) > MODES.indexOf(mode)) mode = next;
		changed.raise();
	}

	const campaignOf = campaignFinder(engine, channel);
	const dispatch: Dispatch = {
		...options,
		changed,
		customers: new Set(),
		policyOf: async (campaign) => (await campaignOf(campaign)).policy,
		hasBudget: async (campaign) => (await campaignOf(campaign)).budget !== undefined,
		isOpen() {
			if (mode === 'open' && isOver()) mode = 'closing';
			return mode === 'open';
		},
		giveUp(error) {
			if (mode !== 'broken') failure = error;
			moveTo('broken');
		},
	};

	/** @param wait how long the number may not send. ms */
	async function halted(wait: number, why: string): Promise<void> {
		moveTo('halted');
		summary.halted(channel, Math.ceil((await engine.now(channel)) + wait), why);
	}

	async function halt(why: string): Promise<void> {
		moveTo('halted');
		await halted(await store.rates.halt(channel, HALT, why), why);
	}

	/**
	 * Halts the number when too many answers in a row are lost or say that the platform has trouble, and lets it be halted
	 * for a short time again after one that is clear.
	 */
	async function heard(result: CallResult): Promise<void> {
		const isClear = isHeard(result);
		if (isClear === undefined) return;
		if (isClear) {
			lostInARow = 0;
			if (!anyAnswer) await store.rates.answered(channel);
			anyAnswer = true;
			return;
		}
		lostInARow += 1;
		if (lostInARow < LOST_IN_A_ROW || mode === 'halted') return;
		const { error } = result as { error: GatewayError };
		await halt(`${lostInARow} messages in a row weren't accepted: ${reasonOfError(error)}`);
	}

	async function run(): Promise<void> {
		const { perSecond } = await store.rates.read(channel);
		const journal = store.journals.open();

		/** Nothing goes out of this campaign until a person has looked. Kept messages wait as long as a halted number does. */
		async function stopAccount(campaign: string, error: GatewayError): Promise<void> {
			const why = `The account or its API key needs a person's attention: ${reasonOfError(error)}`;
			if (isKeptCampaign(campaign)) return halt(why);
			const ref = { channel, id: campaign };
			if (await store.campaigns.move(ref, ['running'], 'paused', why))
				summary.paused({ campaign, channel, why });
			outbox.giveBack(({ recipient }) => recipient.campaign === campaign);
		}

		const records = openRecords(dispatch, journal, { heard, stopAccount });
		const outbox = openOutbox(dispatch, { gateway, journal, records, perSecond, halted });

		let isAllClaimed = false;
		const claiming = claimDue(dispatch, { perSecond, records, outbox })
			.catch(dispatch.giveUp)
			.finally(() => {
				isAllClaimed = true;
				changed.raise();
			});
		await Promise.all([claiming, outbox.run(() => isAllClaimed).catch(dispatch.giveUp)]);
		outbox.giveBack();
		const isSettled = () => outbox.onTheirWay() === 0;
		while (!isSettled()) await changed.wait(100, isSettled);
		await records.flush().finally(() => journal.close());
		if (mode === 'broken') throw failure;
	}

	return { run, end: changed.raise };
}
