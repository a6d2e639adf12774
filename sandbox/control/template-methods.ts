import * as z from 'zod';
import { categorySchema, componentsSchema, definitionSchema } from '../templates/definition';
import { removeTemplate, templatesNamed } from '../templates/find-templates';
import { approve, disable, pause, reactivate, reject } from '../templates/lifecycle';
import { newTemplate, templateStatuses } from '../templates/template';
import { method } from './method';

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

/** What the platform does to templates. Without a language, to all translations of the name. */
export const templateMethods = {
	addTemplate: method(['template'], z.tuple([added]), (world, given) => {
		const { category = 'UTILITY', language: code = 'en_US', status = 'APPROVED', body } = given;
		const components = given.components ?? [{ type: 'BODY', text: body ?? 'Hello from the business.' }];
		const template = newTemplate({ name: given.name, language: code, category, components });
		template.status = status;
		removeTemplate(world, given.name, code);
		world.templates.push(template);
		return { id: template.id, externalId: template.externalId };
	}),
	approve: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) approve(world, template);
	}),
	reject: method(
		['name', 'language', 'reason'],
		z.tuple([name, language, z.string().optional()]),
		(world, which, code, reason = 'INVALID_FORMAT') => {
			for (const template of templatesNamed(world, which, code)) reject(world, template, reason);
		},
	),
	pause: method(
		['name', 'language', 'kind'],
		z.tuple([name, language, z.enum(['quality', 'pacing']).optional()]),
		(world, which, code, kind = 'quality') => {
			for (const template of templatesNamed(world, which, code)) pause(world, template, kind);
		},
	),
	disable: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) disable(world, template);
	}),
	reactivate: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) reactivate(world, template);
	}),
} as const;
