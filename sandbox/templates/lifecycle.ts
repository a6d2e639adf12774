import { HOUR } from '../../base';
import type { SentMessage } from '../messages/ledger';
import { reportProgress } from '../messages/progress';
import { reportFailed } from '../messages/statuses';
import type { World } from '../world';
import { enter, type Template } from './template';

/**
 * The quality pauses in order, and how long each lasts; what comes after the last disables (docs/interface.md, Template
 * status).
 */
const QUALITY_PAUSES = [
	{ title: 'FIRST_PAUSE', ms: 3 * HOUR },
	{ title: 'SECOND_PAUSE', ms: 6 * HOUR },
] as const;

/** The review approves the template. */
export function approve(world: World, template: Template): void {
	halt(template);
	enter(template, 'APPROVED');
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
	enter(template, 'REJECTED');
	template.rejectedReason = reason;
	emitTemplateStatus(world, template, {
		event: 'REJECTED',
		reason: eventReason,
		rejection_info: { reason: eventReason, recommendation: details },
	});
}

/**
 * Pauses a template. For `quality`: 3 hours, the second time 6 hours, and the third time it is disabled; the pause
 * ends by itself. For `pacing`: until somebody reactivates it (docs/interface.md, Template status).
 */
export function pause(world: World, template: Template, kind: 'quality' | 'pacing'): void {
	halt(template);
	if (kind === 'pacing') return enterPause(world, template, 'RATE_LIMITING_PAUSE');
	template.quality = 'RED';
	const next = QUALITY_PAUSES[template.pauses];
	if (next === undefined) return disable(world, template);
	template.pauses += 1;
	enterPause(world, template, next.title);
	endPauseAt(world, template, world.clock.now() + next.ms);
}

/** A pause for quality ends by itself (docs/interface.md, Template status). @param at epoch ms */
function endPauseAt(world: World, template: Template, at: number): void {
	template.pausedUntil = at;
	template.stop = world.clock.schedule(at, () => reactivate(world, template));
}

/** The template can no longer be sent. */
export function disable(world: World, template: Template): void {
	halt(template);
	enter(template, 'DISABLED');
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
	enter(template, 'APPROVED');
	template.quality = 'UNKNOWN';
	emitTemplateStatus(world, template, {
		event: reinstated ? 'REINSTATED' : 'APPROVED',
		other_info: { title: 'UNPAUSE', description: 'The template can be sent again.' },
	});
}

function enterPause(world: World, template: Template, title: string): void {
	enter(template, 'PAUSED');
	const description = 'The template was paused because of negative feedback.';
	emitTemplateStatus(world, template, { event: 'PAUSED', other_info: { title, description } });
}

/** Cancels what is scheduled for the template. */
export function halt(template: Template): void {
	template.stop?.();
	template.stop = undefined;
	template.pausedUntil = undefined;
}

/** An appeal against the template's status (docs/interface.md, Template status). The end of a pause stays. */
export function startAppeal(world: World, template: Template): void {
	const { pausedUntil } = template;
	halt(template);
	template.pausedUntil = pausedUntil;
	template.appealed = template.status;
	enter(template, 'IN_APPEAL');
	emitTemplateStatus(world, template, { event: 'IN_APPEAL' });
}

/** The decision: the violation is reversed, or unchanged. */
export function decideAppeal(world: World, template: Template, decision: 'reversed' | 'unchanged'): void {
	const { appealed: before = 'REJECTED', pausedUntil } = template;
	halt(template);
	enter(template, decision === 'reversed' ? 'APPROVED' : before);
	template.appealed = undefined;
	if (decision === 'unchanged') {
		emitTemplateStatus(world, template, { event: before });
		if (before === 'PAUSED' && pausedUntil !== undefined) endPauseAt(world, template, pausedUntil);
		return;
	}
	emitTemplateStatus(world, template, { event: before === 'DISABLED' ? 'REINSTATED' : 'APPROVED' });
}

/**
 * From now on, the platform holds back messages of the template until it knows how customers like it
 * (docs/interface.md, Pacing and time to live).
 */
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

/** Rates a template, with the event `message_template_quality_update` (docs/interface.md, Template status). */
export function setQuality(world: World, template: Template, quality: Template['quality']): void {
	const previous = template.quality;
	template.quality = quality;
	world.webhooks.emit({
		field: 'message_template_quality_update',
		conversation: `template:${template.name}`,
		value: {
			previous_quality_score: previous,
			new_quality_score: quality,
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: template.language,
		},
	});
}

/** What a status event says beside its name. `reason` may be null on the wire. */
interface StatusChange {
	readonly event: string;
	readonly reason?: string | null;
	readonly other_info?: { readonly title: string; readonly description: string };
	readonly disable_info?: { readonly disable_date: number };
	readonly rejection_info?: { readonly reason: string; readonly recommendation: string };
}

/**
 * Emits a template's change of status (docs/interface.md, Template status): no phone number id, an integer id, perhaps
 * `en-US` for `en_US`.
 */
function emitTemplateStatus(
	world: World,
	template: Template,
	{ event, reason = 'NONE', ...info }: StatusChange,
): void {
	const { hyphenatedLanguages, templateStatusField } = world.settings;
	template.announced = world.webhooks.emit({
		field: templateStatusField,
		conversation: `template:${template.name}`,
		value: {
			event,
			message_template_id: Number(template.id),
			message_template_name: template.name,
			message_template_language: hyphenatedLanguages
				? template.language.replaceAll('_', '-')
				: template.language,
			message_template_category: template.category,
			reason,
			...info,
		},
	});
}
