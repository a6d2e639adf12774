import * as z from 'zod';
import {
	approve,
	disable,
	pause,
	reactivate,
	reject,
	halt,
	decideAppeal,
	startAppeal,
	endPacing,
	startPacing,
	setQuality,
} from '../templates/lifecycle';
import { deleteTemplate, deletionProblems } from '../templates/changes';
import { submitForm, templateFormSchema } from '../templates/form';
import { ANNOUNCED_MS, changeCategory } from '../templates/review';
import {
	categorySchema,
	componentsSchema,
	definitionSchema,
	enter,
	formatOf,
	newTemplate,
	templateStatuses,
	qualities,
	type Category,
	type Template,
} from '../templates/template';
import type { World } from '../world';
import { method, ControlError } from './method';

const name = z.string().min(1);
const language = z.string().min(2).optional();

const added = z.strictObject({
	name: definitionSchema.shape.name,
	language: definitionSchema.shape.language.optional(),
	category: categorySchema.optional(),
	body: z.string().min(1).optional(),
	components: componentsSchema.optional(),
	status: z.enum(templateStatuses).optional(),
});

/** Does something to all templates of a name, in one language or in all. */
const toEach =
	<More extends unknown[]>(act: (world: World, template: Template, ...more: More) => void) =>
	(world: World, wanted: string, code?: string, ...more: More) => {
		for (const template of templatesNamed(world, wanted, code)) act(world, template, ...more);
	};

const which = ['name', 'language'] as const;

/** What the business and the platform do to templates, and what the platform thinks of them. Without a language: of all translations. */
export const templateMethods = {
	addTemplate: method(['template'], z.tuple([added]), (world, given) => {
		const { category = 'UTILITY', language: code = 'en_US', status = 'APPROVED', body } = given;
		const components = given.components ?? [{ type: 'BODY', text: body ?? 'Hello from the business.' }];
		const parameterFormat = formatOf(components);
		const template = newTemplate({ name: given.name, language: code, category, components, parameterFormat });
		enter(template, status);
		removeTemplate(world, given.name, code);
		world.templates.push(template);
		return { id: template.id, externalId: template.externalId };
	}),
	submitTemplate: method(['form'], z.tuple([templateFormSchema]), submitForm),
	deleteTemplate: method(['name'], z.tuple([name]), (world, wanted) => {
		const problems = deletionProblems(world, wanted);
		if (problems.length > 0) throw new ControlError(problems.join('; '));
		deleteTemplate(world, wanted);
	}),
	approve: method(which, z.tuple([name, language]), toEach(approve)),
	reject: method(
		[...which, 'reason'],
		z.tuple([name, language, z.string().optional()]),
		toEach((world, template, reason = 'INVALID_FORMAT') => reject(world, template, reason)),
	),
	pause: method(
		[...which, 'kind'],
		z.tuple([name, language, z.enum(['quality', 'pacing']).optional()]),
		toEach((world, template, kind: 'quality' | 'pacing' = 'quality') => pause(world, template, kind)),
	),
	disable: method(which, z.tuple([name, language]), toEach(disable)),
	reactivate: method(which, z.tuple([name, language]), toEach(reactivate)),
	setQuality: method([...which, 'quality'], z.tuple([name, language, z.enum(qualities)]), toEach(setQuality)),
	changeCategory: method(
		[...which, 'category', 'after'],
		z.tuple([name, language, categorySchema, z.number().min(0).optional()]),
		toEach((world, template, category: Category, after = ANNOUNCED_MS) =>
			changeCategory(world, template, category, after),
		),
	),
	startPacing: method(
		which,
		z.tuple([name, language]),
		toEach((_world, template) => startPacing(template)),
	),
	endPacing: method(
		[...which, 'verdict'],
		z.tuple([name, language, z.enum(['good', 'bad'])]),
		toEach(endPacing),
	),
	appeal: method(which, z.tuple([name, language]), toEach(startAppeal)),
	decideAppeal: method(
		[...which, 'decision'],
		z.tuple([name, language, z.enum(['reversed', 'unchanged'])]),
		toEach(decideAppeal),
	),
} as const;

/** The templates of a name, in one language or in all, or an error that says there are none. */
function templatesNamed(world: World, wanted: string, code?: string): Template[] {
	const found = world.templates.filter(
		(template) => template.name === wanted && (code === undefined || template.language === code),
	);
	if (found.length > 0) return found;
	throw new ControlError(`no template is named ${wanted}${code === undefined ? '' : ` in ${code}`}`);
}

/** Removes the template of this name and language, if there is one. */
function removeTemplate(world: World, wanted: string, code: string): void {
	const index = world.templates.findIndex(
		(template) => template.name === wanted && template.language === code,
	);
	if (index === -1) return;
	for (const template of world.templates.splice(index, 1)) halt(template);
}
