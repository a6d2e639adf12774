import type { World } from '../world';
import { isMiscategorised, recategorise } from './category';
import { approve, halt, reject } from './lifecycle';
import { objectionTo } from './review';
import type { Template } from './template';

/**
 * Puts a created or edited template under review. A template that breaks a rule is REJECTED at once, and so is one
 * whose category the platform disagrees with (reason INCORRECT_CATEGORY in the event). The setting `reviewMs` ends
 * the review.
 */
export function submit(world: World, template: Template): void {
	halt(template);
	template.status = 'PENDING';
	template.rejectedReason = 'NONE';
	const objection = objectionTo(world, template);
	if (objection !== undefined) {
		const { reason, details } = objection;
		const eventReason = reason === 'TAG_CONTENT_MISMATCH' ? 'INCORRECT_CATEGORY' : reason;
		return reject(world, template, reason, { eventReason, details });
	}
	if (isMiscategorised(template)) recategorise(world, template);
	const { reviewMs } = world.settings;
	if (reviewMs === undefined || reviewMs === null) return;
	template.stop = world.clock.schedule(world.clock.now() + reviewMs, () => approve(world, template));
}
