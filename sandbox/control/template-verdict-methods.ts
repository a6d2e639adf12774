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
	setQuality: method(
		['name', 'language', 'quality'],
		z.tuple([name, language, z.enum(qualities)]),
		(world, which, code, quality) => {
			for (const template of templatesNamed(world, which, code)) setQuality(world, template, quality);
		},
	),
	changeCategory: method(
		['name', 'language', 'category', 'after'],
		z.tuple([name, language, categorySchema, z.number().min(0).optional()]),
		(world, which, code, category, after = ANNOUNCED_MS) => {
			for (const template of templatesNamed(world, which, code))
				changeCategory(world, template, category, after);
		},
	),
	startPacing: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) startPacing(template);
	}),
	endPacing: method(
		['name', 'language', 'verdict'],
		z.tuple([name, language, z.enum(['good', 'bad'])]),
		(world, which, code, verdict) => {
			for (const template of templatesNamed(world, which, code)) endPacing(world, template, verdict);
		},
	),
	appeal: method(['name', 'language'], z.tuple([name, language]), (world, ...which) => {
		for (const template of templatesNamed(world, ...which)) startAppeal(world, template);
	}),
	decideAppeal: method(
		['name', 'language', 'decision'],
		z.tuple([name, language, z.enum(['reversed', 'unchanged'])]),
		(world, which, code, decision) => {
			for (const template of templatesNamed(world, which, code)) decideAppeal(world, template, decision);
		},
	),
} as const;
