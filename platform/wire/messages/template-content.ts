import * as z from 'zod';
import { COUPON_CODE_LENGTH } from '../../template-limits';
import { requestText } from '../request-text';

/** The platform takes no line breaks, tabs or more than four spaces in a row in a variable (code 132012). */
const BAD_TEXT = /[\n\r\t]| {5,}/;

const hasSource = (media: unknown) =>
	typeof media === 'object' && media !== null && 'id' in media !== 'link' in media;

/** What is wrong with a parameter, by its type. */
const PROBLEM_OF: Readonly<
	Record<string, (parameter: Readonly<Record<string, unknown>>) => string | undefined>
> = {
	text: ({ text }) => {
		if (typeof text !== 'string' || text === '') return 'has no text';
		return BAD_TEXT.test(text) ? 'has line breaks, tabs or more than four spaces in a row' : undefined;
	},
	coupon_code: ({ coupon_code: code }) => {
		if (typeof code !== 'string' || code === '') return 'has no coupon_code';
		const { length } = [...code];
		return length <= COUPON_CODE_LENGTH
			? undefined
			: `has a coupon code of ${length} characters, ${COUPON_CODE_LENGTH} are allowed`;
	},
	payload: ({ payload }) => (typeof payload === 'string' ? undefined : 'has no payload'),
	...Object.fromEntries(
		['image', 'video', 'document'].map((type) => [
			type,
			(parameter: Readonly<Record<string, unknown>>) =>
				hasSource(parameter[type]) ? undefined : `needs exactly one of ${type}.id and ${type}.link`,
		]),
	),
};

const parameter = z
	.looseObject({ type: z.string({ error: 'has no type' }).toLowerCase() }, 'is no parameter')
	.superRefine((given, context) => {
		const message = Object.hasOwn(PROBLEM_OF, given.type) ? PROBLEM_OF[given.type]!(given) : undefined;
		if (message !== undefined) context.addIssue({ code: 'custom', message });
	});

const component = z
	.looseObject({
		type: z.string({ error: 'has no type' }).toLowerCase(),
		sub_type: z.string().optional(),
		index: z
			.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/)], 'is not a position')
			.optional(),
		parameters: z.array(parameter, 'is no list').optional(),
	})
	.refine(({ type, sub_type }) => type !== 'button' || sub_type !== undefined, {
		path: ['sub_type'],
		message: 'is missing',
	})
	.refine(({ type, index }) => type !== 'button' || index !== undefined, {
		path: ['index'],
		message: 'is missing',
	});

const card = z.looseObject({
	card_index: z.number('is missing').int().nonnegative(),
	components: z.array(component, 'is no list'),
});

/** The content of a template message (interface, Sending a template message; platform-facts, section 5). */
export const templateContent = z.looseObject({
	name: requestText(),
	language: z.looseObject({ code: requestText() }, 'is missing'),
	components: z
		.array(component.and(z.looseObject({ cards: z.array(card, 'is no list').optional() })), 'is no list')
		.optional(),
});
