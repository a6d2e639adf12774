import * as z from 'zod';
import { degrees, limits, mediaShape } from './limits';

/** The interface writes `COPY_CODE`, the platform `copy_code`. */
function withLowerCaseTypes(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const lower = Object.entries(value).map(([key, inner]) => {
		const isType = (key === 'type' || key === 'sub_type') && typeof inner === 'string';
		return [key, isType ? inner.toLowerCase() : (inner as unknown)];
	});
	return Object.fromEntries(lower) as unknown;
}

const named = { parameter_name: z.string().optional() };

const parameter = z.discriminatedUnion('type', [
	z.object({ type: z.literal('text'), text: z.string().min(1), ...named }),
	z.object({
		type: z.literal('currency'),
		...named,
		currency: z.object({ fallback_value: z.string(), code: z.string().length(3), amount_1000: z.number() }),
	}),
	z.object({
		type: z.literal('date_time'),
		...named,
		date_time: z.object({ fallback_value: z.string() }),
	}),
	z.object({ type: z.literal('image'), image: mediaShape }),
	z.object({ type: z.literal('video'), video: mediaShape }),
	z.object({ type: z.literal('gif'), gif: mediaShape }),
	z.object({ type: z.literal('document'), document: mediaShape }),
	z.object({
		type: z.literal('product'),
		product: z.object({ product_retailer_id: z.string().min(1), catalog_id: z.string().min(1) }),
	}),
	z.object({
		type: z.literal('location'),
		location: z.object({ latitude: degrees(90), longitude: degrees(180) }),
	}),
	z.object({ type: z.literal('payload'), payload: z.string() }),
	z.object({
		type: z.literal('coupon_code'),
		coupon_code: z.string().min(1).max(limits.couponCode),
	}),
	z.object({ type: z.literal('action'), action: z.record(z.string(), z.unknown()) }),
	z.object({ type: z.literal('ttl_minutes'), ttl_minutes: z.number().int().positive() }),
	z.object({
		type: z.literal('limited_time_offer'),
		limited_time_offer: z.object({ expiration_time_ms: z.number().int().positive() }),
	}),
]);

const plain = z.object({
	type: z.enum(['header', 'body', 'limited_time_offer']),
	parameters: z.array(parameter).optional(),
});

/** What a button that opens a flow takes: both may be left out (docs/interface.md, Message types). */
const flowParameter = z.object({
	type: z.literal('action'),
	action: z.object({
		flow_token: z.string().min(1).optional(),
		flow_action_data: z.record(z.string(), z.unknown()).optional(),
	}),
});

function checkFlowButton({ sub_type, parameters = [] }: ButtonShape, context: z.RefinementCtx): void {
	if (sub_type !== 'flow') return;
	for (const [index, given] of parameters.entries()) {
		for (const issue of flowParameter.safeParse(given).error?.issues ?? []) {
			context.addIssue({
				code: 'custom',
				message: issue.message,
				input: given,
				path: ['parameters', index, ...issue.path],
			});
		}
	}
}

interface ButtonShape {
	sub_type: string;
	parameters?: unknown[] | undefined;
}

const button = z
	.object({
		type: z.literal('button'),
		sub_type: z.enum([
			'quick_reply',
			'url',
			'copy_code',
			'flow',
			'phone_number',
			'catalog',
			'mpm',
			'spm',
			'voice_call',
			'order_details',
		]),
		index: z.union([z.number().int().min(0), z.string().regex(/^\d+$/)]).transform(Number),
		parameters: z.array(parameter).optional(),
	})
	.superRefine(checkFlowButton);

const cardComponent = z.preprocess(withLowerCaseTypes, z.discriminatedUnion('type', [plain, button]));

const carousel = z.object({
	type: z.literal('carousel'),
	cards: z
		.array(z.object({ card_index: z.number().int().min(0), components: z.array(cardComponent).optional() }))
		.min(1),
});

const component = z.preprocess(withLowerCaseTypes, z.discriminatedUnion('type', [plain, button, carousel]));

/** `template` of a template message (docs/interface.md, Template messages). */
export const templateShape = z.object({
	name: z.string().min(1),
	language: z.object({ code: z.string().min(2) }),
	components: z.array(component).optional(),
});

export type TemplateContent = z.output<typeof templateShape>;
export type TemplateComponent = z.output<typeof component>;
export type TemplateParameter = z.output<typeof parameter>;

/** A parameter of a template message, and where the platform's errors say that it is. */
interface Placed {
	readonly where: string;
	readonly parameter: TemplateParameter;
}

/** All parameters of a template message, those of carousel cards included. */
export function parametersIn(components: readonly TemplateComponent[], path = 'template'): Placed[] {
	return components.flatMap((component, index) => {
		const where = `${path}['components'][${index}]`;
		if (component.type === 'carousel') {
			return component.cards.flatMap((card, number) =>
				parametersIn(card.components ?? [], `${where}['cards'][${number}]`),
			);
		}
		const parameters = component.parameters ?? [];
		return parameters.map((parameter, n) => ({ where: `${where}['parameters'][${n}]`, parameter }));
	});
}
