import { holdsBack, readAwaited } from '../awaited-template';
import type { DecideParts } from './decide-claimed';
import { decideClaimed } from './decide-claimed';
import type { Parts } from './dispatcher-state';
import { isClosing, waiting } from './dispatcher-state';
import type { AbandonedParts } from './settle-abandoned';
import { settleAbandoned } from './settle-abandoned';

/** How long what is claimed is a worker's, the call included. ms */
const LEASE = 60_000;
/** Claimed and decided in one go at most, so that slots that are due meanwhile don't wait long. */
const CLAIM = 100;
/** How much is decided and waits for slots: of the rate (s), and at least. */
const AHEAD = 0.5;
const LEAST_AHEAD = 32;
/** What is due that soon is waited for. ms */
const PATIENCE = 5_000;
/** How often the templates that somebody waits for are looked at. ms */
const LOOK_AT_TEMPLATES = 1_000;

type ClaimParts = DecideParts & AbandonedParts & Parts<'campaign' | 'perSecond' | 'beginning'>;

const isBusy = (state: ClaimParts) =>
	waiting(state) + state.submitter.onTheirWay() + state.recorder.pending() > 0;

/** Finds the awaited templates that no longer hold anyone back. */
function watchTemplates({ engine, channel, learn }: ClaimParts): () => Promise<string[]> {
	const { runtime } = engine;
	let lookedAt = -Infinity;
	let free: string[] = [];
	return async () => {
		if (runtime.monotonic() - lookedAt < LOOK_AT_TEMPLATES) return free;
		lookedAt = runtime.monotonic();
		const awaited = await engine.store.campaigns.awaitedTemplates(channel);
		const states = await Promise.all(
			awaited.map(async (text) => {
				const { account, ...template } = readAwaited(text);
				await learn({ channel, account, template });
				return engine.template({ channel, account, template });
			}),
		);
		free = awaited.filter((_, index) => !holdsBack(states[index]!.state));
		return free;
	};
}

/** Claims what is due and has it decided, until nothing is due. */
export async function claimDue(state: ClaimParts): Promise<void> {
	const { engine, clock, channel, campaign, summary, changed } = state;
	const most = Math.max(LEAST_AHEAD, Math.ceil(state.perSecond * AHEAD));
	const freeTemplates = watchTemplates(state);
	while (!isClosing(state)) {
		const room = most - waiting(state);
		if (room <= 0 || room < Math.min(most, CLAIM) / 2) {
			await changed.wait(50);
			continue;
		}
		// Asked before the claim: what is given back while it runs is due again, and the claim may not have seen it.
		const wasBusy = isBusy(state);
		await clock.freshen(channel);
		const time = await engine.now(channel);
		const { recipients, abandoned, nextDueAt } = await engine.store.campaigns.claim({
			channel,
			campaign,
			now: time,
			leaseMs: LEASE,
			token: engine.runtime.uuid(),
			limit: Math.min(room, CLAIM),
			free: await freeTemplates(),
		});
		summary.claimed(recipients.length);
		if (abandoned.length > 0) await settleAbandoned(state, abandoned);
		if (recipients.length > 0) await decideClaimed(state, recipients, time);
		else if (abandoned.length > 0) continue;
		else if (wasBusy) await changed.wait(100);
		else {
			summary.nextDueAt(channel, nextDueAt);
			if (nextDueAt === undefined || nextDueAt - time > PATIENCE) return;
			await changed.wait(Math.min(250, Math.max(10, nextDueAt - time)));
		}
	}
}
