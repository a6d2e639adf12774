import { z } from 'zod';
import { anyId } from './common';

/** One item of the template list (interface, Template). Fields that a provider leaves out stay out. */
export const templateItem = z.looseObject({
	name: z.string().min(1),
	language: z.string().min(1),
	category: z.string().optional(),
	components: z.array(z.looseObject({ type: z.string() })).optional(),
	namespace: z.string().nullish(),
	status: z.string().optional(),
	rejected_reason: z.string().nullish(),
	id: anyId.optional(),
	external_id: anyId.optional(),
	quality_score: z.union([z.looseObject({ score: z.string().optional() }), z.string()]).nullish(),
});
export type TemplateItem = z.infer<typeof templateItem>;

/** The quality rating of a template, in either way it is written. */
export function qualityOf({ quality_score: score }: Pick<TemplateItem, 'quality_score'>): string | undefined {
	return typeof score === 'string' ? score : score?.score;
}

/** The answer of the template list (interface, Templates). */
export const templateList = z.looseObject({
	count: z.number().optional(),
	total: z.number().optional(),
	limit: z.number().optional(),
	offset: z.number().optional(),
	waba_templates: z.array(templateItem),
});
export type TemplateList = z.infer<typeof templateList>;
