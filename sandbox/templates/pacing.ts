import type { SentMessage } from '../messages/ledger';
import { reportProgress } from '../messages/progress';
import { reportFailed } from '../messages/statuses';
import type { World } from '../world';
import { pause } from './lifecycle';
import type { Template } from './template';

/** From now on, the platform holds back messages of the template until it knows how customers like it. Facts, §4. */
export function startPacing(template: Template): void {
	template.held ??= [];
}

/** The verdict: held messages are delivered, or they fail with 132015 and the template is paused without an end. */
export function endPacing(world: World, template: Template, verdict: 'good' | 'bad'): void {
	const held: readonly SentMessage[] = template.held ?? [];
	template.held = undefined;
	for (const message of held) {
		if (verdict === 'good') reportProgress(world, message);
		else reportFailed(world, message, { code: 132015 });
	}
	if (verdict === 'bad') pause(world, template, 'pacing');
}
