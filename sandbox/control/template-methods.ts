import * as z from 'zod';
import { decideAppeal, startAppeal } from '../templates/appeal';
import { ANNOUNCED_MS, changeCategory } from '../templates/category';
import { categorySchema, componentsSchema, definitionSchema } from '../templates/definition';
import { approve, disable, halt, pause, reactivate, reject } from '../templates/lifecycle';
import { endPacing, startPacing } from '../templates/pacing';
import { setQuality } from '../templates/quality';
import { newTemplate, qualities, templateStatuses, type Template } from '../templates/template';
import type { World } from '../world';
import { ControlError } from './arguments';
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
	/** Adds a template without the API and without an event. APPROVED unless `status` says otherwise. */
	addTemplate: method(['template'], z.tuple([added]), (world, given) => {
		const { category = 'UTILITY', language: code = 'en_US', status = 'APPROVED', body } = given;
		const components = given.components ?? [{ type: 'BODY', text: body ?? 'Hello from the business.' }];
		const template = newTemplate({ name: given.name, language: code, category, components });
		template.status = status;
		removeTemplate(world, given.name, code);
		world.templates.push(template);
		return { id: template.id, externalId: template.externalId };
	}),
	/** The review approves it. */
	approve: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) approve(world, template);
	}),
	/** The review rejects it, for a `rejected_reason`. */
	reject: method(
		['name', 'language', 'reason'],
		z.tuple([name, language, z.string().optional()]),
		(world, which, code, reason = 'INVALID_FORMAT') => {
			for (const template of templatesNamed(world, which, code)) reject(world, template, reason);
		},
	),
	/** Pauses it for quality (3 h, then 6 h, then it is disabled) or by pacing (without an end). */
	pause: method(
		['name', 'language', 'kind'],
		z.tuple([name, language, z.enum(['quality', 'pacing']).optional()]),
		(world, which, code, kind = 'quality') => {
			for (const template of templatesNamed(world, which, code)) pause(world, template, kind);
		},
	),
	/** Disables it. */
	disable: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) disable(world, template);
	}),
	/** Ends a pause by hand, or reinstates a disabled template. */
	reactivate: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) reactivate(world, template);
	}),
	/** Rates it GREEN, YELLOW, RED, or UNKNOWN. Emits `message_template_quality_update`. */
	setQuality: method(
		['name', 'language', 'quality'],
		z.tuple([name, language, z.enum(qualities)]),
		(world, which, code, quality) => {
			for (const template of templatesNamed(world, which, code)) setQuality(world, template, quality);
		},
	),
	/** The platform changes the category: announces it, and does it `after` ms (24 hours unless given, 0: at once). */
	changeCategory: method(
		['name', 'language', 'category', 'after'],
		z.tuple([name, language, categorySchema, z.number().min(0).optional()]),
		(world, which, code, category, after = ANNOUNCED_MS) => {
			for (const template of templatesNamed(world, which, code))
				changeCategory(world, template, category, after);
		},
	),
	/** The platform begins to hold back its messages. */
	startPacing: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) startPacing(template);
	}),
	/** The verdict on held messages: `good` delivers them, `bad` fails them and pauses the template. */
	endPacing: method(
		['name', 'language', 'verdict'],
		z.tuple([name, language, z.enum(['good', 'bad'])]),
		(world, which, code, verdict) => {
			for (const template of templatesNamed(world, which, code)) endPacing(world, template, verdict);
		},
	),
	/** Somebody appeals a rejection or a disabling. The status is IN_APPEAL until the platform decides. */
	appeal: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) startAppeal(world, template);
	}),
	/** The platform decides an appeal: `reversed` approves the template, `unchanged` restores its earlier status. */
	decideAppeal: method(
		['name', 'language', 'decision'],
		z.tuple([name, language, z.enum(['reversed', 'unchanged'])]),
		(world, which, code, decision) => {
			for (const template of templatesNamed(world, which, code)) decideAppeal(world, template, decision);
		},
	),
} as const;

function templatesNamed(world: World, wanted: string, code?: string): Template[] {
	const found = world.templates.filter(
		(template) => template.name === wanted && (code === undefined || template.language === code),
	);
	if (found.length > 0) return found;
	throw new ControlError(`no template is named ${wanted}${code === undefined ? '' : ` in ${code}`}`);
}

function removeTemplate(world: World, wanted: string, code: string): void {
	const index = world.templates.findIndex(
		(template) => template.name === wanted && template.language === code,
	);
	if (index === -1) return;
	for (const template of world.templates.splice(index, 1)) halt(template);
}
