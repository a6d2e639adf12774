import { holdsBack, readAwaited } from './after-decision';
import { decideClaimed } from './decide-claimed';
import type { LaneState } from './lane-state';
import { isClosing, waiting } from './lane-state';

/** How long what is claimed is a worker's, the call included. ms of the gateway's clock */
const LEASE = 60_000;
/** Claimed and decided in one go at most, so that slots that are due meanwhile wait not long. */
const CLAIM = 100;
/** How much is decided and waits for slots: of the rate (s), and at least. */
const AHEAD = 0.5;
const LEAST_AHEAD = 32;
/** What is due that soon is waited for. ms */
const PATIENCE = 5_000;
/** How often the templates that somebody waits for are looked at. ms */
const LOOK_AT_TEMPLATES = 1_000;

const isBusy = (lane: LaneState) => waiting(lane) + lane.onTheirWay + lane.recorder.pending() > 0;

/** Gives the awaited templates that hold nobody back any more. */
function watchTemplates({ engine, channel, learn }: LaneState): () => Promise<string[]> {
	let lookedAt = -Infinity;
	let free: string[] = [];
	return async () => {
		if (performance.now() - lookedAt < LOOK_AT_TEMPLATES) return free;
		lookedAt = performance.now();
		const awaited = await engine.store.campaigns.awaitedTemplates(channel);
		const states = await Promise.all(
			awaited.map(async (text) => {
				const { account, ...template } = readAwaited(text);
				await learn({ channel, account, template }, { anew: false });
				return engine.template({ channel, account, template });
			}),
		);
		free = awaited.filter((_, index) => !holdsBack(states[index]!.state));
		return free;
	};
}

/** Claims and has decided, until nothing is due. */
export async function feed(lane: LaneState): Promise<void> {
	const { engine, clock, channel, campaign, token, tally, changed } = lane;
	const most = Math.max(LEAST_AHEAD, Math.ceil(lane.perSecond * AHEAD));
	const freeTemplates = watchTemplates(lane);
	while (!isClosing(lane)) {
		const room = most - waiting(lane);
		if (room <= 0 || room < Math.min(most, CLAIM) / 2) {
			await changed.wait(50);
			continue;
		}
		await clock.freshen(channel);
		const time = await engine.now(channel);
		const { recipients, nextDueAt } = await engine.store.campaigns.claim({
			channel,
			campaign,
			now: time,
			leasedUntil: time + LEASE,
			token,
			limit: Math.min(room, CLAIM),
			free: await freeTemplates(),
		});
		tally.claimed(recipients.length);
		if (recipients.length > 0) await decideClaimed(lane, recipients, time);
		else if (isBusy(lane)) await changed.wait(100);
		else {
			tally.nextDueAt(channel, nextDueAt);
			if (nextDueAt === undefined || nextDueAt - time > PATIENCE) return;
			await changed.wait(Math.min(250, Math.max(10, nextDueAt - time)));
		}
	}
}
