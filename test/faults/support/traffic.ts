import { setTimeout as wait } from 'node:timers/promises';
import { signPayload } from '../../../engine';
import { profiles } from '../../../platform';
import { customerMessage } from '../../support/wire';
import type { Killable } from './killable';
import type { Random } from './random';

/** Customers that write at the same time. */
const WRITERS = 16;
/**
 * Sends messages as the gateway does, each again until it is answered 200.
 * @param pause between two messages of a customer. ms
 * @param poisonEvery one of so many messages of a customer is poisoned
 */
export function startTraffic(
	urls: string[],
	secret: string,
	random: Random,
	{ pause = 0, poisonEvery = 50 } = {},
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
			await answer.text();
			return answer.status;
		} catch {
			return undefined;
		}
	}

	/** Whether a delivery was taken. No answer, or 503, means that it comes again. */
	async function isTaken(body: string): Promise<boolean> {
		const status = await post(body);
		if (status === 200) return true;
		if (status !== undefined && status !== 503) throw new Error(`The receiver answered ${status}.`);
		return false;
	}

	async function writer(number: number): Promise<void> {
		for (let each = 0; !isOver; each += 1) {
			const id = `${each % poisonEvery === poisonEvery - 1 ? 'poison' : 'm'}-${number}-${each}`;
			const body = JSON.stringify(customerMessage({ at: Date.now(), id, from: `customer${number}` }));
			sent.add(`message:${id}`);
			while (!(await isTaken(body))) await wait(50);
			acknowledged.add(`message:${id}`);
			await wait(pause);
			// The platform delivers some a second time.
			if (random.upTo(1) < 0.05) await isTaken(body);
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
 * Kills one of them at a random moment, and starts it again after another; so many times.
 * @param longestQuiet how long nothing is killed, and how long what was killed stays away, at most. ms
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
