import type { World } from '../world';
import { emitTemplateStatus } from './status-event';
import type { Template } from './template';

const HOUR = 60 * 60 * 1000;

/** The quality pauses in order, and how long each lasts; what comes after the last disables. Interface, "Limits". */
const QUALITY_PAUSES = [
	{ title: 'FIRST_PAUSE', ms: 3 * HOUR },
	{ title: 'SECOND_PAUSE', ms: 6 * HOUR },
] as const;

/** The review approves the template. */
export function approve(world: World, template: Template): void {
	halt(template);
	template.status = 'APPROVED';
	template.rejectedReason = 'NONE';
	emitTemplateStatus(world, template, { event: 'APPROVED' });
}

/** The review rejects the template. `eventReason` is set if the event names another reason than the list. */
export function reject(
	world: World,
	template: Template,
	reason: string,
	{ eventReason = reason, details = 'Edit the template and submit it again.' } = {},
): void {
	halt(template);
	template.status = 'REJECTED';
	template.rejectedReason = reason;
	emitTemplateStatus(world, template, {
		event: 'REJECTED',
		reason: eventReason,
		rejection_info: { reason: eventReason, recommendation: details },
	});
}

/**
 * Pauses a template. For `quality`: 3 hours, the second time 6 hours, and the third time it is disabled; the pause
 * ends by itself. For `pacing`: until somebody reactivates it. Interface, "Template status".
 */
export function pause(world: World, template: Template, kind: 'quality' | 'pacing'): void {
	halt(template);
	if (kind === 'pacing') return enterPause(world, template, 'RATE_LIMITING_PAUSE');
	template.quality = 'RED';
	const next = QUALITY_PAUSES[template.pauses];
	if (next === undefined) return disable(world, template);
	template.pauses += 1;
	template.pausedUntil = world.clock.now() + next.ms;
	enterPause(world, template, next.title);
	template.stop = world.clock.schedule(template.pausedUntil, () => reactivate(world, template));
}

/** The template can no longer be sent. */
export function disable(world: World, template: Template): void {
	halt(template);
	template.status = 'DISABLED';
	emitTemplateStatus(world, template, {
		event: 'DISABLED',
		other_info: { title: 'DISABLED', description: 'The template was disabled due to repeated low quality.' },
		disable_info: { disable_date: world.clock.seconds() },
	});
}

/** A pause ends, or a disabled template is reinstated. The quality rating starts over. */
export function reactivate(world: World, template: Template): void {
	const reinstated = template.status === 'DISABLED';
	halt(template);
	template.status = 'APPROVED';
	template.quality = 'UNKNOWN';
	emitTemplateStatus(world, template, {
		event: reinstated ? 'REINSTATED' : 'APPROVED',
		other_info: { title: 'UNPAUSE', description: 'The template can be sent again.' },
	});
}

function enterPause(world: World, template: Template, title: string): void {
	template.status = 'PAUSED';
	const description = 'The template was paused because of negative feedback.';
	emitTemplateStatus(world, template, { event: 'PAUSED', other_info: { title, description } });
}

/** Cancels what is scheduled for the template. */
export function halt(template: Template): void {
	template.stop?.();
	template.stop = undefined;
	template.pausedUntil = undefined;
}
