import { HOUR } from '../../base';
import { normalizeLanguage } from '../../platform';
import type {
	TemplateCategoryEvent,
	TemplateQualityEvent,
	TemplateStatusEvent,
} from '../events/messaging-event';
import { RANK, isNewer } from './register';
import type { HistoryWrite, Register, Registers, RegisterWrite } from './register';
import type { PauseKind, TemplateQuality, TemplateState } from './template-transitions';
import {
	lastingOfPause,
	lastingOfStatus,
	pauseKindOf,
	qualityNamed,
	stateOfStatus,
} from './template-transitions';

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
	/** When the pause ends, if it ends automatically and the end is in the future. Epoch ms */
	pauseEndsAt?: number;
	category?: string;
	/** The level of its quality, if it is active. */
	quality?: TemplateQuality;
}

/** One step in a template's life. */
export interface TemplateStep {
	/** Epoch ms */
	at: number;
	/** The status's name, in upper case. */
	status: string;
	/** What the status means for sending. */
	state: TemplateState;
	reason?: string;
	pause?: PauseKind;
	/** When a pause ends automatically, or when the name of a deleted template can be used again. Epoch ms */
	until?: number;
	/** Who told: an event, an answer of the gateway (a list or a refusal) or an act of ours, or the time alone. */
	heardFrom: 'event' | 'answer' | 'time';
}

export type TemplateHistory = ReadonlyArray<Register<TemplateStatusMark>>;

const WAS_IN = 'was-in:';

/**
 * The register of when an answer or an act of ours last showed a template in a state: an event that comes later without
 * a time is news then, even if answers say the same by then; and a name that was ever approved stays locked.
 */
export const wasIn = (state: TemplateState): string => `${WAS_IN}${state}`;

/** States that only a template which was approved gets into. */
const AFTER_APPROVAL: readonly TemplateState[] = ['sendable', 'paused', 'disabled'];

/** Whether a template was ever approved, as far as anybody told, whatever became of it. */
export function wasApproved(history: TemplateHistory, registers: Registers): boolean {
	const states = stepsHeard(history, registers).map(({ state }) => state);
	return AFTER_APPROVAL.some((state) => states.includes(state) || registers[wasIn(state)] !== undefined);
}

/** The register of when a message failed because the template's structure is unavailable, and what the platform said. */
export const NO_STRUCTURE = 'no-structure';

/** After this long a message tries again whether the structure is back, as no event tells. ms */
const NO_STRUCTURE_AGE = HOUR;

/** What the platform said of a structure that is unavailable, unless the template has changed since. */
function missingStructure(
	now: number,
	history: TemplateHistory,
	registers: Registers,
): { heardAt: number; reason?: string } | undefined {
	const missing = registers[NO_STRUCTURE] as Register<string | undefined> | undefined;
	if (missing === undefined || now >= missing.at + NO_STRUCTURE_AGE) return undefined;
	const review = registers[wasIn('in-review')];
	if ([...history, ...(review ? [review] : [])].some(({ at }) => at > missing.at)) return undefined;
	const { at: heardAt, value: reason } = missing;
	return { heardAt, ...(reason && { reason }) };
}

/** The last event of a template's status, and whether the template was in another state since. */
export interface LastTold {
	line?: Register<TemplateStatusMark>;
	hasChanged: boolean;
}

/** What events last told of a template's status, as of `now`. */
export function lastTold(now: number, history: TemplateHistory, registers: Registers): LastTold {
	const [line] = [...history].sort((a, b) => (isNewer(a, b) ? -1 : 1));
	if (!line) return { hasChanged: true };
	const state = stateOfStatus(line.value.status);
	const since = templateLifecycle(now, history, registers).filter(({ at }) => at > line.at);
	const heard = Object.entries(registers).flatMap(([name, { at }]) =>
		name.startsWith(WAS_IN) && at > line.at ? [name.slice(WAS_IN.length)] : [],
	);
	const states = [...since.map((step) => step.state as string), ...heard];
	return { line, hasChanged: states.some((one) => one !== state) };
}

/** The register of when the platform last held a message of the template for quality. */
export const HELD_FOR_QUALITY = 'held-for-quality';

/** The subject of a template's registers and history, however its language is spelled. */
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

type Line = Register<TemplateStatusMark> & Pick<TemplateStep, 'heardFrom'>;

/** All that was heard of the status, in order of time. */
function linesOf(history: TemplateHistory, registers: Registers): Line[] {
	const heard = registers.status as Register<TemplateStatusMark> | undefined;
	const events = history.map((line): Line => ({ ...line, heardFrom: 'event' }));
	const lines = heard ? [...events, { ...heard, heardFrom: 'answer' } as const] : events;
	return lines.sort((a, b) => (isNewer(a, b) ? 1 : -1));
}

type Pause = Pick<TemplateStep, 'pause' | 'until'>;

function pauseFrom(at: number, pause: PauseKind): Pause {
	const lasts = lastingOfPause(pause);
	return { pause, ...(lasts !== undefined && { until: at + lasts }) };
}

/** Whether a pause has ended by itself. */
const hasEnded = ({ until }: Pause, at: number) => until !== undefined && at >= until;

/**
 * An answer, or an appeal that changes nothing, confirms the pause that events told of; one that is confirmed at its end
 * or later has no known end.
 */
function confirmedAt(at: number, { pause = 'unknown', until }: Pause): Pause {
	return until === undefined || hasEnded({ until }, at) ? { pause } : { pause, until };
}

/** The steps that were heard of. A status that nobody told us of holds, as a review does. */
function stepsHeard(history: TemplateHistory, registers: Registers): TemplateStep[] {
	let pause: Pause = {};
	let qualityPauses = 0;
	let isAppealed = false;
	return linesOf(history, registers).map(({ at, value: { status, title, reason }, heardFrom }) => {
		const state = stateOfStatus(status) ?? 'in-review';
		const step = { at, status, state, ...(reason && { reason }), heardFrom };
		if (state !== 'paused') {
			const isAppeal = state === 'in-appeal';
			// An appeal leaves the pause that it's against as it is.
			if (!isAppeal || (!isAppealed && hasEnded(pause, at))) pause = {};
			isAppealed = isAppeal;
			const lasts = lastingOfStatus(status);
			return { ...step, ...(lasts !== undefined && { until: at + lasts }) };
		}
		const isUnchanged =
			isAppealed &&
			pause.pause !== undefined &&
			(title === undefined || pauseKindOf(title, 0) === pause.pause);
		if (heardFrom === 'answer' || isUnchanged) {
			pause = confirmedAt(at, pause);
		} else {
			const kind = pauseKindOf(title, qualityPauses);
			if (kind === 'first' || kind === 'second') qualityPauses += 1;
			pause = pauseFrom(at, kind);
		}
		isAppealed = false;
		return { ...step, ...pause };
	});
}

const endedBy = ({ state, until }: TemplateStep, now: number) =>
	state === 'paused' && until !== undefined && now >= until;

/**
 * The template's life until `now`, oldest step first: what was heard of its status, and the ends of pauses that
 * came by themselves (3 hours after the first pause for quality, 6 hours after the second; docs/interface.md, Template
 * status).
 */
export function templateLifecycle(
	now: number,
	history: TemplateHistory,
	registers: Registers,
): TemplateStep[] {
	const heard = stepsHeard(history, registers);
	return heard.flatMap((step, index): TemplateStep[] => {
		const nextAt = heard[index + 1]?.at ?? Infinity;
		if (!endedBy(step, Math.min(now, nextAt - 1))) return [step];
		const reason = 'The pause has ended.';
		return [step, { at: step.until!, status: 'ACTIVE', state: 'sendable', reason, heardFrom: 'time' }];
	});
}

/**
 * The template at `now`.
 *
 * The status is the newest of the history (events) and the register `status` (what the gateway's list and answers
 * said). A quality pause ends automatically, 3 hours after its event the first time and 6 hours the second
 * (docs/interface.md, Template status): from then on the template counts as active, unless the gateway said later than
 * that end that it is still paused.
 *
 * A template whose structure is unavailable is absent, whatever its status (docs/interface.md, Errors).
 */
export function templateAt(now: number, history: TemplateHistory, registers: Registers): Template {
	const newest = stepsHeard(history, registers).at(-1);
	const category = registers.category?.value as string | undefined;
	const quality =
		qualityNamed(newest?.status) ?? qualityNamed(registers.quality?.value as string | undefined);
	if (!newest) return { state: 'never-seen', category, quality };

	const { status, reason, at: heardAt } = newest;
	const template = { status, reason, heardAt, category, quality };
	const missing = missingStructure(now, history, registers);
	if (missing && newest.state === 'sendable') {
		return { state: 'absent', ...template, status: 'ABSENT', ...missing };
	}
	if (newest.state !== 'paused') return { state: newest.state, ...template };
	if (endedBy(newest, now)) {
		// The rating starts again when the pause ends (docs/interface.md, Template status).
		const rated = (registers.quality?.at ?? -Infinity) > newest.until! ? quality : 'pending';
		return { state: 'sendable', ...template, status: 'ACTIVE', quality: rated };
	}
	const { pause, until } = newest;
	return { state: 'paused', ...template, pause, ...(until !== undefined && { pauseEndsAt: until }) };
}
