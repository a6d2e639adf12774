import * as z from 'zod';

const NAME = /^[a-z0-9_]+$/;
const LANGUAGE = /^[a-z]{2,3}([_-][A-Za-z]{2,4})?$/;

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

/** Seconds. Facts 2026, §9. */
export const timeToLiveSchema = z.number().int();

/** The body of a template's creation. Interface, "Template"; name pattern: facts, §4. */
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
