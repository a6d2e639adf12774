import { newNumericId } from '../identity';
import type { SentMessage } from '../messages/ledger';
import type { Announcement } from '../webhooks/announcement';

/** Statuses of a template in REST. Facts, §4. */
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
 * the messages that pacing holds back, `timeToLive` how long its messages may wait for their delivery (seconds), `appealed` the status an appeal is about; `stop` cancels what is scheduled,
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
	definition: Pick<Template, 'name' | 'language' | 'category' | 'components' | 'timeToLive'> & {
		readonly parameterFormat?: Template['parameterFormat'] | undefined;
	},
): Template {
	const { name, language, category, components, parameterFormat = formatOf(components) } = definition;
	const { timeToLive } = definition;
	const ids = { id: newNumericId(), externalId: newNumericId() };
	const review = { status: 'PENDING', rejectedReason: 'NONE', quality: 'UNKNOWN', pauses: 0 } as const;
	return { ...ids, name, language, category, components, timeToLive, parameterFormat, edits: [], ...review };
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
export function componentOf(template: Template, type: string): TemplateComponentDefinition | undefined {
	return template.components.find((component) => component.type.toUpperCase() === type);
}

const NAMED_VARIABLE = /\{\{\s*[a-z_]/i;

/** Named if a variable of the template is, unless the definition says so itself. Facts, §4. */
function formatOf(components: readonly TemplateComponentDefinition[]): Template['parameterFormat'] {
	return components.some(({ text = '' }) => NAMED_VARIABLE.test(text)) ? 'NAMED' : 'POSITIONAL';
}
