import * as z from 'zod';
import type { TemplateItem } from '../../../platform';

/** A variable of a template, as a field of the form. */
export interface TemplateVariable {
	/**
	 * `header_1`, `body_2`, `body_first_name`, `header_image`, `header_document_filename`, `header_location`,
	 * `button_0_url`, `button_0_code`, `button_0_payload`, `button_0_otp`, `offer_expiration`, and for the cards of a
	 * carousel the same after `card_0_`.
	 */
	id: string;
	label: string;
	/** Whether the template cannot be sent without it. */
	required: boolean;
}

const MEDIA_FORMATS: ReadonlySet<string> = new Set(['IMAGE', 'VIDEO', 'DOCUMENT']);

/** Names of a header's own; a named variable of a text that is called so is written `header_text:image`. */
export const HEADER_NAMES: ReadonlySet<string> = new Set([
	...['image', 'video', 'document', 'document_filename', 'location'],
]);

const component = z.looseObject({
	type: z.string().toUpperCase().catch(''),
	text: z.string().catch(''),
	format: z.string().toUpperCase().catch('TEXT'),
	buttons: z
		.array(
			z.looseObject({
				type: z.string().toUpperCase().catch(''),
				text: z.string().optional().catch(undefined),
				url: z.string().optional().catch(undefined),
			}),
		)
		.catch([]),
	limited_time_offer: z
		.looseObject({ has_expiration: z.boolean().catch(false) })
		.catch({ has_expiration: false }),
	cards: z.array(z.looseObject({ components: z.array(z.unknown()).catch([]) })).catch([]),
});
type Component = z.output<typeof component>;
type Button = Component['buttons'][number];

/** The names between double braces, each once, in order. */
function placeholders(text: string): string[] {
	return [...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]!))];
}

const required = (id: string, label: string): TemplateVariable => ({ id, label, required: true });
const optional = (id: string, label: string): TemplateVariable => ({ id, label, required: false });

function variablesOfText(part: 'header' | 'body', text: string): TemplateVariable[] {
	return placeholders(text).map((name) => {
		const own = part === 'header' && HEADER_NAMES.has(name) ? `text:${name}` : name;
		return required(`${part}_${own}`, `${part === 'body' ? 'Body' : 'Header'} {{${name}}}`);
	});
}

function variablesOfHeader({ format, text }: Component): TemplateVariable[] {
	if (format === 'LOCATION')
		return [required('header_location', 'Header location (latitude, longitude, name, address)')];
	if (!MEDIA_FORMATS.has(format)) return variablesOfText('header', text);
	const kind = format.toLowerCase();
	const media = required(`header_${kind}`, `Header ${kind} (link, or ID of an uploaded file)`);
	return kind === 'document'
		? [media, optional('header_document_filename', 'Header document file name')]
		: [media];
}

function variablesOfButton({ type, text, url }: Button, index: number): TemplateVariable[] {
	const name = text ?? `${index + 1}`;
	switch (type) {
		case 'COPY_CODE':
			return [required(`button_${index}_code`, `Coupon code of button ${index + 1}`)];
		case 'QUICK_REPLY':
			return [optional(`button_${index}_payload`, `Payload of button "${name}"`)];
		case 'OTP':
			return [required(`button_${index}_otp`, 'One-time password')];
		case 'URL': {
			const hasVariable = placeholders(url ?? '').length > 0;
			return hasVariable ? [required(`button_${index}_url`, `End of the URL of button "${name}"`)] : [];
		}
		default:
			return [];
	}
}

function variablesOfCards({ cards }: Component): TemplateVariable[] {
	return cards.flatMap(({ components }, index) =>
		variablesOfComponents(components).map(({ id, label, ...variable }) => ({
			id: `card_${index}_${id}`,
			label: `Card ${index + 1}: ${label}`,
			...variable,
		})),
	);
}

function variablesOfComponents(components: readonly unknown[]): TemplateVariable[] {
	const parts = components.flatMap((each) => component.safeParse(each).data ?? []);
	// The one-time password stands in the body and in the button: it is asked for once.
	const hasPassword = parts.some(({ buttons }) => buttons.some(({ type }) => type === 'OTP'));
	return parts.flatMap((part) => {
		switch (part.type) {
			case 'HEADER':
				return variablesOfHeader(part);
			case 'BODY':
				return hasPassword ? [] : variablesOfText('body', part.text);
			case 'BUTTONS':
				return part.buttons.flatMap(variablesOfButton);
			case 'LIMITED_TIME_OFFER':
				return part.limited_time_offer.has_expiration
					? [required('offer_expiration', 'End of the offer (date and time)')]
					: [];
			case 'CAROUSEL':
				return variablesOfCards(part);
			default:
				return [];
		}
	});
}

/** The variables of a template, in the order they stand in it. */
export function variablesOf(template: Pick<TemplateItem, 'components'>): TemplateVariable[] {
	return variablesOfComponents(template.components ?? []);
}
