import { newNumericId } from '../identity';

/** Statuses of a template in REST. Facts, §4. */
export type TemplateStatus =
	'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED' | 'IN_APPEAL' | 'LIMIT_EXCEEDED' | 'ARCHIVED';

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

/** A template in one language. `pauses` counts the quality pauses so far, `stop` cancels what is scheduled for it. */
export interface Template {
	readonly id: string;
	readonly name: string;
	readonly language: string;
	category: Category;
	components: readonly TemplateComponentDefinition[];
	status: TemplateStatus;
	rejectedReason: string;
	quality: 'UNKNOWN' | 'GREEN' | 'YELLOW' | 'RED';
	pauses: number;
	stop?: (() => void) | undefined;
}

/** A new template, not yet reviewed. */
export function newTemplate(
	definition: Pick<Template, 'name' | 'language' | 'category' | 'components'>,
): Template {
	const { name, language, category, components } = definition;
	const review = { status: 'PENDING', rejectedReason: 'NONE', quality: 'UNKNOWN', pauses: 0 } as const;
	return { id: newNumericId(), name, language, category, components, ...review };
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
