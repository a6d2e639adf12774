import { QUALITY_PAUSES, TEMPLATE_NAME_LOCK } from '../../platform';

export const TEMPLATE_STATES = [
	'never-seen',
	'sendable',
	'in-review',
	'in-appeal',
	'over-limit',
	'paused',
	'absent',
	'rejected',
	'disabled',
	'deleted',
	'archived',
	'locked',
] as const;

/** What a template's status means for sending. */
export type TemplateState = (typeof TEMPLATE_STATES)[number];

/** Why a template is paused: for low quality the first or second time, or by pacing (no end). */
export type PauseKind = 'first' | 'second' | 'pacing' | 'unknown';

/** A row of the interface's table of template statuses. */
export interface TemplateTransition {
	/** Where the interface has it begin. What the gateway says counts from any state. */
	from: TemplateState | 'any';
	trigger: string;
	/** The statuses by which REST, events and answers tell it, in upper case. */
	heardAs: readonly string[];
	to: TemplateState;
	/** Of a pause: which one, and the title by which its event tells. */
	pause?: PauseKind;
	title?: string;
	/** How long it lasts: a pause until it ends automatically, a deletion until the name can be used again. ms */
	lasts?: number;
}

const ACTIVE = ['APPROVED', 'ACTIVE'] as const;
const BACK = [...ACTIVE, 'REINSTATED', 'REACTIVATED', 'UNPAUSED'] as const;

/** The interface's table of template statuses, then what the platform adds to it (docs/interface.md, Template status). */
export const TEMPLATE_TRANSITIONS: readonly TemplateTransition[] = [
	{
		from: 'never-seen',
		trigger: 'created; the platform agrees with the category, and the review starts',
		heardAs: ['SUBMITTED', 'PENDING'],
		to: 'in-review',
	},
	{
		from: 'never-seen',
		trigger: 'created; the platform disagrees with the category',
		heardAs: ['REJECTED'],
		to: 'rejected',
	},
	{
		from: 'in-review',
		trigger: 'the review finishes: the content meets the policies',
		heardAs: ACTIVE,
		to: 'sendable',
	},
	{
		from: 'in-review',
		trigger: 'the review finishes: the content fails the policies',
		heardAs: ['REJECTED'],
		to: 'rejected',
	},
	{
		from: 'any',
		trigger: 'edited and submitted again',
		heardAs: ['PENDING', 'IN_REVIEW'],
		to: 'in-review',
	},
	{
		from: 'sendable',
		trigger: 'the quality rating changes: pending, high, medium or low',
		heardAs: ['ACTIVE_QUALITY_PENDING', 'ACTIVE_HIGH_QUALITY', 'ACTIVE_MEDIUM_QUALITY', 'ACTIVE_LOW_QUALITY'],
		to: 'sendable',
	},
	{
		from: 'sendable',
		trigger: 'quality enforcement, 1st occurrence',
		heardAs: ['PAUSED'],
		title: 'FIRST_PAUSE',
		to: 'paused',
		pause: 'first',
		lasts: QUALITY_PAUSES[0],
	},
	{
		from: 'sendable',
		trigger: 'quality enforcement, 2nd occurrence',
		heardAs: ['PAUSED'],
		title: 'SECOND_PAUSE',
		to: 'paused',
		pause: 'second',
		lasts: QUALITY_PAUSES[1],
	},
	{
		from: 'sendable',
		trigger: 'quality enforcement, 3rd occurrence',
		heardAs: ['DISABLED'],
		to: 'disabled',
	},
	{ from: 'paused', trigger: 'the pause ended', heardAs: BACK, to: 'sendable' },
	{
		from: 'sendable',
		trigger: 'paused by pacing: without an end',
		heardAs: ['PAUSED'],
		title: 'RATE_LIMITING_PAUSE',
		to: 'paused',
		pause: 'pacing',
	},
	{ from: 'paused', trigger: 'unpaused by hand', heardAs: BACK, to: 'sendable' },
	{
		from: 'any',
		trigger: 'an appeal is requested',
		heardAs: ['IN_APPEAL', 'APPEAL_REQUESTED'],
		to: 'in-appeal',
	},
	{ from: 'in-appeal', trigger: 'the violation is reversed', heardAs: BACK, to: 'sendable' },
	{ from: 'in-appeal', trigger: 'the violation is unchanged', heardAs: ['REJECTED'], to: 'rejected' },
	{ from: 'sendable', trigger: 'a warning of low quality', heardAs: ['FLAGGED'], to: 'sendable' },
	{ from: 'any', trigger: 'too many templates', heardAs: ['LIMIT_EXCEEDED'], to: 'over-limit' },
	{ from: 'any', trigger: 'archived', heardAs: ['ARCHIVED'], to: 'archived' },
	{ from: 'archived', trigger: 'taken out of the archive', heardAs: ['UNARCHIVED'], to: 'sendable' },
	{ from: 'any', trigger: 'locked', heardAs: ['LOCKED'], to: 'locked' },
	{
		from: 'any',
		trigger: 'deleted; an approved name cannot be used again for 30 days',
		heardAs: ['DELETED', 'PENDING_DELETION'],
		to: 'deleted',
		lasts: TEMPLATE_NAME_LOCK,
	},
	{ from: 'any', trigger: 'looked for at the gateway and not found', heardAs: ['ABSENT'], to: 'absent' },
];

const transitionOfStatus = new Map(
	TEMPLATE_TRANSITIONS.flatMap((row) => row.heardAs.map((status) => [status, row] as const)),
);

/** What a status means for sending; `undefined` for one that nobody told us of. */
export function stateOfStatus(status: string): TemplateState | undefined {
	return transitionOfStatus.get(status)?.to;
}

/** How long the state of a status lasts, if the status alone says so. ms */
export function lastingOfStatus(status: string): number | undefined {
	const row = transitionOfStatus.get(status);
	return row?.pause === undefined ? row?.lasts : undefined;
}

const PAUSES = TEMPLATE_TRANSITIONS.filter(({ pause }) => pause !== undefined);

/** How long a pause of this kind lasts; `undefined` for one without a known end. ms */
export function lastingOfPause(kind: PauseKind): number | undefined {
	return PAUSES.find(({ pause }) => pause === kind)?.lasts;
}

/**
 * Which pause an event is about: by its title, otherwise the next one for quality.
 * @param qualityPausesBefore how often the template was paused for its quality before
 */
export function pauseKindOf(title: string | undefined, qualityPausesBefore: number): PauseKind {
	if (title !== undefined) return PAUSES.find((row) => row.title === title)?.pause ?? 'unknown';
	return (['first', 'second'] as const)[qualityPausesBefore] ?? 'unknown';
}

/** The levels of an active template's quality. */
export type TemplateQuality = 'pending' | 'high' | 'medium' | 'low';

/**
 * The display statuses of an active template, and the scores that REST and events have for them (docs/interface.md,
 * Template status).
 */
export const TEMPLATE_QUALITIES: ReadonlyArray<{
	display: string;
	status: string;
	score: string;
	quality: TemplateQuality;
}> = [
	{
		display: 'Active - Quality pending',
		status: 'ACTIVE_QUALITY_PENDING',
		score: 'UNKNOWN',
		quality: 'pending',
	},
	{ display: 'Active - High Quality', status: 'ACTIVE_HIGH_QUALITY', score: 'GREEN', quality: 'high' },
	{ display: 'Active - Medium Quality', status: 'ACTIVE_MEDIUM_QUALITY', score: 'YELLOW', quality: 'medium' },
	{ display: 'Active - Low Quality', status: 'ACTIVE_LOW_QUALITY', score: 'RED', quality: 'low' },
];

/** The quality that a display status or a score means. */
export function qualityNamed(name: string | undefined): TemplateQuality | undefined {
	return TEMPLATE_QUALITIES.find(({ status, score }) => name === status || name === score)?.quality;
}
