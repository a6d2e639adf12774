import * as z from 'zod';
import { newNumericId } from '../identity';
import type { SentMessage } from '../messages/ledger';
import type { Announcement } from '../webhooks/event';

/** Statuses of a template in REST (docs/interface.md, Template status). */
export const templateStatuses = [
	'PENDING',
	'APPROVED',
	'REJECTED',
	'PAUSED',
	'DISABLED',
	'IN_APPEAL',
	'LIMIT_EXCEEDED',
	'ARCHIVED',
] as const;

type TemplateStatus = (typeof templateStatuses)[number];

/** Quality scores; an APPROVED template shows as "Active - Quality pending, High, Medium or Low Quality". */
export const qualities = ['UNKNOWN', 'GREEN', 'YELLOW', 'RED'] as const;

export type Category = 'UTILITY' | 'MARKETING' | 'AUTHENTICATION';

export interface TemplateComponentDefinition {
	readonly type: string;
	readonly format?: string | undefined;
	readonly text?: string | undefined;
	readonly buttons?: readonly TemplateButtonDefinition[] | undefined;
	readonly [other: string]: unknown;
}

export interface TemplateButtonDefinition {
	readonly type: string;
	readonly text?: string | undefined;
	readonly url?: string | undefined;
	readonly [other: string]: unknown;
}

/**
 * A template in one language. `id` is the platform's, as events name it; `externalId` is the gateway's. `pauses` counts the quality pauses so far, `pausedUntil` is when the last one ends (epoch ms), `edits` are their times (epoch ms), `held`
 * the messages that pacing holds back, `timeToLive` how long its messages may wait for their delivery (seconds), `appealed` the status an appeal is about, `wasApproved` whether it ever was; `stop` cancels what is scheduled,
 * `announced` is the event that told the status.
 */
export interface Template {
	readonly id: string;
	readonly externalId: string;
	readonly parameterFormat: 'POSITIONAL' | 'NAMED';
	readonly name: string;
	readonly language: string;
	category: Category;
	components: readonly TemplateComponentDefinition[];
	timeToLive?: number | undefined;
	status: TemplateStatus;
	wasApproved?: boolean | undefined;
	rejectedReason: string;
	quality: (typeof qualities)[number];
	pauses: number;
	pausedUntil?: number | undefined;
	readonly edits: number[];
	held?: SentMessage[] | undefined;
	appealed?: TemplateStatus | undefined;
	stop?: (() => void) | undefined;
	announced?: Announcement | undefined;
}

/** A new template, not yet reviewed. */
export function newTemplate(
	definition: Pick<
		Template,
		'name' | 'language' | 'category' | 'components' | 'parameterFormat' | 'timeToLive'
	>,
): Template {
	const { name, language, category, components, parameterFormat, timeToLive } = definition;
	const ids = { id: newNumericId(), externalId: newNumericId() };
	const review = { status: 'PENDING', rejectedReason: 'NONE', quality: 'UNKNOWN', pauses: 0 } as const;
	return { ...ids, name, language, category, components, timeToLive, parameterFormat, edits: [], ...review };
}

/** Statuses that only a template which was approved gets into (docs/interface.md, Template status). */
const AFTER_APPROVAL: ReadonlySet<TemplateStatus> = new Set(['APPROVED', 'PAUSED', 'DISABLED']);

/** Gives a template a status. */
export function enter(template: Template, status: TemplateStatus): void {
	template.status = status;
	template.wasApproved ||= AFTER_APPROVAL.has(status);
}

/** The template of this name and language. */
export function findTemplate(
	templates: readonly Template[],
	name: string,
	language: string,
): Template | undefined {
	return templates.find((template) => template.name === name && template.language === language);
}

/** The component of this type, if the template has one. */
export function componentOf(
	template: Pick<Template, 'components'>,
	type: string,
): TemplateComponentDefinition | undefined {
	return template.components.find((component) => component.type.toUpperCase() === type);
}

const NAMED_VARIABLE = /\{\{\s*[a-z_]/i;

/** The format of a template that is written by hand: its variables have names if one has. */
export function formatOf(components: readonly TemplateComponentDefinition[]): Template['parameterFormat'] {
	return components.some(({ text = '' }) => NAMED_VARIABLE.test(text)) ? 'NAMED' : 'POSITIONAL';
}

const NAME = /^[a-z0-9_]+$/;
/** `en`, `en_US`, `es_419`, `zh_Hans_CN`: a language, perhaps a script, perhaps a place or a region's number. */
const LANGUAGE = /^[a-z]{2,3}([_-][A-Za-z]{4})?([_-]([A-Za-z]{2,3}|\d{3}))?$/;

const button = z.looseObject({ type: z.string(), text: z.string().optional(), url: z.string().optional() });

const component = z.looseObject({
	type: z.string(),
	format: z.string().optional(),
	text: z.string().optional(),
	buttons: z.array(button).optional(),
});

/** The components of a definition, unchecked beyond their shape. */
export const componentsSchema = z.array(component).min(1);

export const categorySchema = z
	.string()
	.toUpperCase()
	.pipe(z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']));

/** Seconds (docs/interface.md, Pacing and time to live). */
export const timeToLiveSchema = z.number().int();

/** The body of a template's creation (docs/interface.md, Templates). */
export const definitionSchema = z.object({
	name: z.string().min(1).max(512).regex(NAME, 'only lower-case letters, digits and underscores'),
	language: z.string().regex(LANGUAGE, 'a language or locale code such as en or en_US'),
	category: categorySchema,
	components: componentsSchema,
	parameter_format: z
		.string()
		.toUpperCase()
		.pipe(z.enum(['POSITIONAL', 'NAMED']))
		.optional(),
	message_send_ttl_seconds: timeToLiveSchema.optional(),
});

export type Definition = z.output<typeof definitionSchema>;
