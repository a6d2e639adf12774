import * as z from 'zod';
import { COUPON_CODE_LENGTH } from '../../template-limits';
import { requestText } from '../common';
import { whyNotNamed, whyNotSentAs } from '../media';

/** The platform takes no line breaks, tabs or more than four spaces in a row in a variable (code 132012). */
const BAD_TEXT = /[\n\r\t]| {5,}/;

const hasSource = (media: unknown) =>
	typeof media === 'object' && media !== null && 'id' in media !== 'link' in media;

/** Why the file of a parameter can't be sent as its type, or under its name. */
function whyNotTaken(type: string, media: unknown): string | undefined {
	const { filename, link } = Object(media) as { filename?: unknown; link?: unknown };
	const hasBoth = typeof filename === 'string' && typeof link === 'string';
	const why = hasBoth ? whyNotNamed(filename, { link }) : undefined;
	return whyNotSentAs(type, media) ?? (why && `has a file name that ${why}`);
}

/** What is wrong with a parameter, by its type. */
const PROBLEM_OF: Readonly<
	Record<string, (parameter: Readonly<Record<string, unknown>>) => string | undefined>
> = {
	text: ({ text }) => {
		if (typeof text !== 'string' || text === '') return 'has no text';
		return BAD_TEXT.test(text) ? 'has line breaks, tabs, or more than four spaces in a row' : undefined;
	},
	coupon_code: ({ coupon_code: code }) => {
		if (typeof code !== 'string' || code === '') return 'has no coupon_code';
		const { length } = [...code];
		return length <= COUPON_CODE_LENGTH
			? undefined
			: `has a coupon code of ${length} characters, but only ${COUPON_CODE_LENGTH} are allowed`;
	},
	payload: ({ payload }) => (typeof payload === 'string' ? undefined : 'has no payload'),
	...Object.fromEntries(
		['image', 'video', 'document'].map((type) => [
			type,
			(parameter: Readonly<Record<string, unknown>>) =>
				hasSource(parameter[type])
					? whyNotTaken(type, parameter[type])
					: `needs exactly one of ${type}.id and ${type}.link`,
		]),
	),
};

const parameter = z.lazy(() =>
	z
		.looseObject({ type: z.string({ error: 'has no type' }) }, "isn't a parameter")
		.superRefine((given, context) => {
			const type = given.type.toLowerCase();
			const message = Object.hasOwn(PROBLEM_OF, type) ? PROBLEM_OF[type]!(given) : undefined;
			if (message !== undefined) context.addIssue({ code: 'custom', message });
		}),
);

const POSITION = "isn't a position: the first button is 0";

/** The place of a button, as a number or a text. */
const position = () =>
	z.union([z.number().int(POSITION).nonnegative(POSITION), z.string().regex(/^\d+$/, POSITION)], POSITION);

const fields = () => ({
	type: z.string({ error: 'has no type' }),
	sub_type: z.string().optional(),
	index: position().optional(),
	parameters: z.array(parameter, "isn't a list").optional(),
});

/** What a button that opens a flow takes (docs/interface.md, Message types). */
const flowParameters = z.lazy(() =>
	z
		.array(
			z.looseObject({
				type: z.string().regex(/^action$/i, "isn't an action"),
				action: z.looseObject(
					{
						flow_token: requestText().optional(),
						flow_action_data: z.record(z.string(), z.unknown(), "isn't an object").optional(),
					},
					'is missing',
				),
			}),
		)
		.max(1, 'has more than one action'),
);

interface Button {
	type: string;
	sub_type?: string;
	index?: number | string;
	parameters?: unknown[];
}

const isCouponCode = (given: unknown) => (given as { type: string }).type.toLowerCase() === 'coupon_code';

/** A button has to say which one it is, and one that copies a code which (docs/interface.md, Template messages). */
function checkButton(component: Button, context: z.RefinementCtx): void {
	if (component.type.toLowerCase() !== 'button') return;
	const copiesCode = component.sub_type?.toLowerCase() === 'copy_code';
	const hasCode = component.parameters?.some(isCouponCode) === true;
	if (copiesCode && !hasCode) {
		context.addIssue({ code: 'custom', path: ['parameters', 0], message: 'has no coupon_code' });
	}
	if (hasCode && !copiesCode && component.sub_type !== undefined) {
		const message = "isn't COPY_CODE, and only such a button takes a coupon_code";
		context.addIssue({ code: 'custom', path: ['sub_type'], message });
	}
	if (component.sub_type?.toLowerCase() === 'flow' && component.parameters) {
		for (const issue of flowParameters.safeParse(component.parameters).error?.issues ?? []) {
			const path = ['parameters', ...issue.path];
			context.addIssue({ code: 'custom', path, message: issue.message });
		}
	}
	for (const name of ['sub_type', 'index'] as const) {
		if (component[name] === undefined)
			context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
	}
}

const cardComponent = z.lazy(() => z.looseObject(fields()).superRefine(checkButton));

const card = z.lazy(() =>
	z.looseObject({
		card_index: z.number('is missing').int().nonnegative(),
		components: z.array(cardComponent, "isn't a list"),
	}),
);

const component = z.lazy(() =>
	z.looseObject({ ...fields(), cards: z.array(card, "isn't a list").optional() }).superRefine(checkButton),
);

/** The content of a template message (docs/interface.md, Template messages). */
export const templateContent = z.lazy(() =>
	z.looseObject({
		name: requestText(),
		language: z.looseObject({ code: requestText() }, 'is missing'),
		components: z.array(component, "isn't a list").optional(),
	}),
);
