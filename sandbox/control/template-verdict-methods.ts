import * as z from 'zod';
import { decideAppeal, startAppeal } from '../templates/appeal';
import { ANNOUNCED_MS, changeCategory } from '../templates/category';
import { categorySchema } from '../templates/definition';
import { templatesNamed } from '../templates/find-templates';
import { endPacing, startPacing } from '../templates/pacing';
import { setQuality } from '../templates/quality';
import { qualities } from '../templates/template';
import { method } from './method';

const name = z.string().min(1);
const language = z.string().min(2).optional();

/** What the platform thinks of templates: quality, category, pacing, appeals. */
export const templateVerdictMethods = {
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
