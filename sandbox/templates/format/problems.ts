import { variablesOf } from '../parameters';
import type { Definition, TemplateComponentDefinition } from '../template';
import { buttonsProblems } from './buttons';
import { templateLimits, isList, lengthProblems, valueOf, timeToLive } from './limits';

type Check = (component: TemplateComponentDefinition, definition: Definition) => string[];

const CHECKS: Readonly<Record<string, Check>> = {
	HEADER: headerProblems,
	BODY: bodyProblems,
	FOOTER: footerProblems,
	BUTTONS: buttonsProblems,
	LIMITED_TIME_OFFER: offerProblems,
	CAROUSEL: carouselProblems,
	CALL_PERMISSION_REQUEST: callPermissionProblems,
};

/**
 * Everything that keeps the platform from even reviewing a definition, one sentence each (docs/interface.md, Template
 * components).
 */
export function formatProblems(definition: Definition): string[] {
	const types = definition.components.map(({ type }) => type.toUpperCase());
	const repeated = [...new Set(types.filter((type, index) => types.indexOf(type) !== index))];
	const buttons = definition.components.flatMap((component) => component.buttons ?? []);
	return [
		...(types.includes('BODY') ? [] : ['a BODY is missing']),
		...repeated.map((type) => `more than one ${type}`),
		...(definition.category === 'AUTHENTICATION' && !buttons.some(({ type }) => type.toUpperCase() === 'OTP')
			? ['AUTHENTICATION needs an OTP button']
			: []),
		...timeToLiveProblems(definition),
		...definition.components.flatMap((component, index) => {
			const check = CHECKS[types[index] ?? ''];
			if (check !== undefined) return check(component, definition);
			return [`component type must be one of ${Object.keys(CHECKS).join(', ')}, got ${component.type}`];
		}),
	];
}

const MEDIA = new Set(['IMAGE', 'VIDEO', 'DOCUMENT', 'GIF']);

/**
 * A header: a text with at most one variable, a media file with a sample, or a location. A sample is in an object, or a
 * text itself (docs/interface.md, Template components).
 */
function headerProblems({ format, text, example }: TemplateComponentDefinition): string[] {
	const kind = format?.toUpperCase();
	const isSample = typeof example === 'string' && example !== '';
	if (kind === 'LOCATION' || kind === 'PRODUCT') return [];
	if (kind !== undefined && MEDIA.has(kind)) {
		const sampled = isSample || isList(valueOf(example, 'header_handle'), 1);
		return sampled ? [] : ['HEADER example.header_handle is missing'];
	}
	if (kind !== 'TEXT')
		return ['HEADER format must be one of TEXT, IMAGE, VIDEO, GIF, DOCUMENT, LOCATION, PRODUCT'];
	const variables = variablesOf(text);
	const sampled =
		isSample ||
		isList(valueOf(example, 'header_text'), 1) ||
		isList(valueOf(example, 'header_text_named_params'), 1);
	return [
		...lengthProblems('HEADER text', text, templateLimits.headerText),
		...(variables.length > 1 ? ['HEADER text takes one variable'] : []),
		...(variables.length > 0 && !sampled ? ['HEADER example.header_text is missing'] : []),
	];
}

/** A body: its length, and a sample value for every variable. Authentication bodies have a fixed text. */
function bodyProblems(body: TemplateComponentDefinition, { category, components }: Definition): string[] {
	if (category === 'AUTHENTICATION' && body.text === undefined) return [];
	const offer = components.some(({ type }) => type.toUpperCase() === 'LIMITED_TIME_OFFER');
	const most = offer ? templateLimits.bodyTextWithOffer : templateLimits.bodyText;
	return [...lengthProblems('BODY text', body.text, most), ...exampleProblems(body)];
}

function exampleProblems({ text, example }: TemplateComponentDefinition): string[] {
	const variables = variablesOf(text);
	if (variables.length === 0) return [];
	const named = valueOf(example, 'body_text_named_params');
	if (isList(named, variables.length)) return [];
	const rows = valueOf(example, 'body_text');
	const samples = isList(rows, 1) ? rows[0] : undefined;
	if (isList(samples, variables.length) && samples.length === variables.length) return [];
	return [`BODY example.body_text needs one row of ${variables.length} sample values`];
}

/** A footer: a text without variables, or the minutes until an authentication code expires. */
function footerProblems(footer: TemplateComponentDefinition, { category }: Definition): string[] {
	const minutes = footer.code_expiration_minutes;
	const { min, max } = templateLimits.codeExpirationMinutes;
	if (category === 'AUTHENTICATION' && minutes !== undefined) {
		const fits = Number.isInteger(minutes) && Number(minutes) >= min && Number(minutes) <= max;
		return fits ? [] : [`FOOTER code_expiration_minutes must be from ${min} to ${max}`];
	}
	return [
		...lengthProblems('FOOTER text', footer.text, templateLimits.footerText),
		...(variablesOf(footer.text).length > 0 ? ['FOOTER text takes no variables'] : []),
	];
}

/** A limited-time offer: a short text, in a MARKETING template without a footer. */
function offerProblems(offer: TemplateComponentDefinition, { category, components }: Definition): string[] {
	const text = valueOf(offer.limited_time_offer, 'text');
	return [
		...lengthProblems(
			'LIMITED_TIME_OFFER text',
			typeof text === 'string' ? text : undefined,
			templateLimits.offerText,
		),
		...(category === 'MARKETING' ? [] : ['LIMITED_TIME_OFFER needs the category MARKETING']),
		...(components.some(({ type }) => type.toUpperCase() === 'FOOTER')
			? ['LIMITED_TIME_OFFER and FOOTER exclude each other']
			: []),
	];
}

/** A carousel: two to ten cards that have the same components. */
function carouselProblems({ cards }: TemplateComponentDefinition): string[] {
	const { min, max } = templateLimits.cards;
	if (!isList(cards, min) || cards.length > max) return [`CAROUSEL needs ${min} to ${max} cards`];
	const shapes = new Set(cards.map(shapeOf));
	return shapes.size === 1 ? [] : ['CAROUSEL cards must have the same components'];
}

/** A call permission request: in MARKETING and UTILITY templates (docs/interface.md, Template components). */
function callPermissionProblems(_component: TemplateComponentDefinition, { category }: Definition): string[] {
	if (category !== 'AUTHENTICATION') return [];
	return ['CALL_PERMISSION_REQUEST needs the category MARKETING or UTILITY'];
}

function shapeOf(card: unknown): string {
	const components = valueOf(card, 'components');
	if (!Array.isArray(components)) return 'none';
	return components.map((component: unknown) => String(valueOf(component, 'type')).toUpperCase()).join();
}

/**
 * The time to live of a template's messages, within the range of its category (docs/interface.md, Pacing and time to
 * live).
 */
function timeToLiveProblems({ category, message_send_ttl_seconds: seconds }: Definition): string[] {
	if (seconds === undefined) return [];
	const { min, max, orLongest } = timeToLive[category];
	if ((orLongest && seconds === -1) || (seconds >= min && seconds <= max)) return [];
	const longest = orLongest ? ', or -1' : '';
	return [`message_send_ttl_seconds must be from ${min} to ${max}${longest} for ${category}, got ${seconds}`];
}
