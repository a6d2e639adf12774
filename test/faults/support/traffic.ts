import { setTimeout as wait } from 'node:timers/promises';
import { signPayload } from '../../../engine';
import { profiles } from '../../../platform';
import { customerMessage } from '../../support/wire';
import type { Killable } from './killable';
import type { Random } from '../../support/seeded-random';

/** How many customers write at the same time. */
const WRITERS = 16;

interface TrafficOptions {
	pause?: number;
	poisonEvery?: number;
	channel?: string;
	isAway?: (status: number) => boolean;
	isOurs?: (text: string) => boolean;
}

/**
 * Delivers messages as the gateway does, and redelivers each until it is answered with 200.
 * @param pause between two messages of a customer. ms
 * @param poisonEvery one in this many messages of a customer is poisoned
 * @param channel the number that they write to, if it matters
 * @param isAway whether an answer with this status only says that nobody takes deliveries just now
 * @param isOurs whether the text of an answer with 200 is ours: while n8n starts, it answers 200 to anything itself
 */
export function startTraffic(
	urls: string[],
	secret: string,
	random: Random,
	{
		pause = 0,
		poisonEvery = 50,
		channel,
		isAway = (status) => status === 503,
		isOurs = () => true,
	}: TrafficOptions = {},
) {
	const acknowledged = new Set<string>();
	const sent = new Set<string>();
	let isOver = false;

	async function post(body: string): Promise<number | undefined> {
		try {
			const answer = await fetch(random.pick(urls), {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					[profiles.gateway.signatureHeader]: signPayload(body, secret),
				},
				body,
				signal: AbortSignal.timeout(10_000),
			});
			return isOurs(await answer.text()) || answer.status !== 200 ? answer.status : undefined;
		} catch {
			return undefined;
		}
	}

	/** Whether a delivery was accepted. Without an answer, or after a 503, it is delivered again. */
	async function isAccepted(body: string): Promise<boolean> {
		const status = await post(body);
		if (status === 200) return true;
		if (status !== undefined && !isAway(status)) throw new Error(`The receiver answered ${status}.`);
		return false;
	}

	async function writer(number: number): Promise<void> {
		for (let each = 0; !isOver; each += 1) {
			const id = `${each % poisonEvery === poisonEvery - 1 ? 'poison' : 'm'}-${number}-${each}`;
			const body = JSON.stringify(
				customerMessage({ at: Date.now(), id, from: `customer${number}`, channel }),
			);
			sent.add(`message:${id}`);
			while (!(await isAccepted(body))) await wait(50);
			acknowledged.add(`message:${id}`);
			await wait(pause);
			// The platform delivers some messages twice.
			if (random.upTo(1) < 0.05) await isAccepted(body);
		}
	}

	const writers = Promise.all(Array.from({ length: WRITERS }, (_, number) => writer(number)));
	return {
		acknowledged,
		sent,
		async stop() {
			isOver = true;
			await writers;
		},
	};
}

/**
 * Repeatedly kills a random process at a random moment, and starts it again after a random time.
 * @param longestQuiet the longest time before a kill, and before the start that follows. ms
 */
export async function killAtRandom(
	killables: Killable[],
	{ rounds, longestQuiet, random }: { rounds: number; longestQuiet: number; random: Random },
): Promise<void> {
	for (let round = 0; round < rounds; round += 1) {
		const victim = random.pick(killables);
		await wait(random.upTo(longestQuiet));
		await victim.kill();
		await wait(random.upTo(longestQuiet));
		await victim.start();
	}
}
