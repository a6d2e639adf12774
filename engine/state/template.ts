import { normalizeLanguage, QUALITY_PAUSES } from '../../platform';
import type {
	TemplateCategoryEvent,
	TemplateQualityEvent,
	TemplateStatusEvent,
} from '../events/messaging-event';
import { RANK } from './conversation';
import type { HistoryWrite, Register, Registers, RegisterWrite } from './register';
import { isNewer } from './register';

/** What a template's status means for sending. */
export type TemplateState =
	| 'never-seen'
	| 'sendable'
	| 'in-review'
	| 'in-appeal'
	| 'over-limit'
	| 'paused'
	| 'absent'
	| 'rejected'
	| 'disabled'
	| 'deleted'
	| 'archived'
	| 'locked';

/**
 * Every status that REST, events and answers know (interface, Template status; platform-facts, section 4), in upper
 * case. FLAGGED is a warning: the template still goes out. A status that nobody told us of holds, as a review does.
 */
const STATE_OF_STATUS: Readonly<Record<string, TemplateState>> = {
	APPROVED: 'sendable',
	ACTIVE: 'sendable',
	ACTIVE_QUALITY_PENDING: 'sendable',
	ACTIVE_HIGH_QUALITY: 'sendable',
	ACTIVE_MEDIUM_QUALITY: 'sendable',
	ACTIVE_LOW_QUALITY: 'sendable',
	REINSTATED: 'sendable',
	REACTIVATED: 'sendable',
	UNARCHIVED: 'sendable',
	UNPAUSED: 'sendable',
	FLAGGED: 'sendable',
	SUBMITTED: 'in-review',
	PENDING: 'in-review',
	IN_REVIEW: 'in-review',
	IN_APPEAL: 'in-appeal',
	APPEAL_REQUESTED: 'in-appeal',
	LIMIT_EXCEEDED: 'over-limit',
	PAUSED: 'paused',
	REJECTED: 'rejected',
	DISABLED: 'disabled',
	DELETED: 'deleted',
	PENDING_DELETION: 'deleted',
	ARCHIVED: 'archived',
	LOCKED: 'locked',
	ABSENT: 'absent',
};

/** Why a template is paused: for low quality the first or second time, or by pacing (no end). */
export type PauseKind = 'first' | 'second' | 'pacing' | 'unknown';

const PAUSE_OF_TITLE: Readonly<Record<string, PauseKind>> = {
	FIRST_PAUSE: 'first',
	SECOND_PAUSE: 'second',
	RATE_LIMITING_PAUSE: 'pacing',
};

/** A line of a template's history. */
export interface TemplateStatusMark {
	status: string;
	title?: string;
	reason?: string;
}

/** A template as its history and registers have it at a time. */
export interface Template {
	state: TemplateState;
	/** The status's name as it was last heard. */
	status?: string;
	reason?: string;
	/** When the status was last heard. Epoch ms */
	heardAt?: number;
	pause?: PauseKind;
	/** When the pause ends, where it ends by itself and the end lies ahead. Epoch ms */
	pauseEndsAt?: number;
	category?: string;
	quality?: string;
}

export type TemplateHistory = ReadonlyArray<Register<TemplateStatusMark>>;

/** The subject of a template's registers and history, however its language is spelt. */
export function templateSubject({ name, language }: { name: string; language: string }): string {
	return `template:${name}:${normalizeLanguage(language)}`;
}

/** A status event is a line of the history. */
export function historyOfTemplateStatus(event: TemplateStatusEvent): HistoryWrite<TemplateStatusMark>[] {
	const { at, id, account, template, status, title, reason } = event;
	const value = { status, ...(title && { title }), ...(reason && { reason }) };
	return [{ scope: account, subject: templateSubject(template), at, rank: RANK.message, id, value }];
}

/** Quality and category are registers. */
export function changesOfTemplateTrait(event: TemplateQualityEvent | TemplateCategoryEvent): RegisterWrite[] {
	const { at, id, account, template } = event;
	const [name, value] =
		event.kind === 'template_quality' ? ['quality', event.quality] : ['category', event.category];
	if (value === undefined) return [];
	return [{ scope: account, subject: templateSubject(template), name, at, rank: RANK.message, id, value }];
}

const isQualityPause = (kind: PauseKind) => kind === 'first' || kind === 'second';

/** What a paused line says of its pause; one without a title is the next quality pause of those before it. */
function pauseKindOf(mark: TemplateStatusMark, qualityPausesBefore: number): PauseKind {
	const named = PAUSE_OF_TITLE[mark.title ?? ''];
	if (named) return named;
	return mark.title === undefined
		? ((['first', 'second'] as const)[qualityPausesBefore] ?? 'unknown')
		: 'unknown';
}

interface Pause {
	kind: PauseKind;
	endsAt?: number;
}

function pauseFrom(at: number, kind: PauseKind): Pause {
	if (kind === 'first') return { kind, endsAt: at + QUALITY_PAUSES[0] };
	if (kind === 'second') return { kind, endsAt: at + QUALITY_PAUSES[1] };
	return { kind };
}

/** The newest pause that the history announces, unless a later line ended it. */
function currentPause(history: TemplateHistory): Pause | undefined {
	let pause: Pause | undefined;
	let qualityPauses = 0;
	for (const line of history) {
		if (STATE_OF_STATUS[line.value.status] !== 'paused') {
			pause = undefined;
			continue;
		}
		const kind = pauseKindOf(line.value, qualityPauses);
		if (isQualityPause(kind)) qualityPauses += 1;
		pause = pauseFrom(line.at, kind);
	}
	return pause;
}

/**
 * The template at `now`.
 *
 * The status is the newest of the history (events) and the register `status` (what the gateway's list and answers
 * said). A quality pause ends by itself, 3 hours after its event the first time and 6 hours the second
 * (interface, Template status): from then on the template counts as active, unless the gateway said later than
 * that end that it is still paused.
 *
 * @param history in order of (at, rank, id)
 */
export function templateAt(now: number, history: TemplateHistory, registers: Registers): Template {
	const heard = registers.status as Register<TemplateStatusMark> | undefined;
	const lastEvent = history.at(-1);
	const newest = heard && (!lastEvent || isNewer(heard, lastEvent)) ? heard : lastEvent;
	const traits = {
		category: registers.category?.value as string | undefined,
		quality: registers.quality?.value as string | undefined,
	};
	if (!newest) return { state: 'never-seen', ...traits };

	const { status, reason } = newest.value;
	const template = { status, reason, heardAt: newest.at, ...traits };
	const state = STATE_OF_STATUS[status] ?? 'in-review';
	if (state !== 'paused') return { state, ...template };

	const pause = currentPause(history);
	const endsAt = pause?.endsAt;
	if (endsAt === undefined || newest.at >= endsAt)
		return { state, ...template, pause: pause?.kind ?? 'unknown' };
	if (now >= endsAt) return { state: 'sendable', ...template };
	return { state, ...template, pause: pause!.kind, pauseEndsAt: endsAt };
}
