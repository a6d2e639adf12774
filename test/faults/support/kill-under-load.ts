import { untilSettled } from '../../n8n/support/inbox';
import type { Summary } from './summary';
import { summarize } from './summary';
import type { Killable } from './killable';
import type { N8nScene } from './n8n-scene';
import { seededRandom } from '../../support/seeded-random';
import { SUBSCRIPTION } from './reporting-workflow';
import { killAtRandom, startTraffic } from './traffic';

/**
 * Kills processes at random moments under load, and returns the summary when everything is settled.
 * @param pause between two messages of a customer, so that n8n can keep up. ms
 */
export async function killUnderLoad(
	{ store, listener, sandbox }: N8nScene,
	killables: Killable[],
	{ webhooks, rounds, pause }: { webhooks: string[]; rounds: number; pause: number },
): Promise<Summary & { seed: number }> {
	const random = seededRandom();
	const traffic = startTraffic(webhooks, sandbox.signingSecret, random, { pause, poisonEvery: 200 });
	await killAtRandom(killables, { rounds, longestQuiet: 3_000, random });
	await traffic.stop();
	await untilSettled(store, SUBSCRIPTION);
	const letters = await store.inbox.deadLetters.list({ subscription: SUBSCRIPTION, limit: 100_000 });
	const dead = new Set(letters.map(({ event }) => event.id));
	return { seed: random.seed, ...summarize(traffic.acknowledged, listener.reports, dead) };
}
