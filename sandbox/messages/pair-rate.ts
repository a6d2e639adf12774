import { platformRefusal } from '../refusal';
import type { World } from '../world';
import type { Recipient } from './recipient';
import { TokenBucket } from './token-bucket';

const PER_SECOND = 1 / 6;
const BURST = 45;

/** Refuses with 131056 after a burst of 45 messages to one recipient, then allows one every 6 s. Facts, §7. */
export function checkPairRate(
	{ clock, faults, pairBuckets }: World,
	{ name, conversation }: Recipient,
): void {
	if (!faults.active.pairRate) return;
	const bucket = pairBuckets.get(conversation) ?? new TokenBucket(PER_SECOND, () => clock.now(), BURST);
	pairBuckets.set(conversation, bucket);
	if (!bucket.take()) throw platformRefusal(131056, `too many messages to ${name} in a short time`);
}
