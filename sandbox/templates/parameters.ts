import type { TemplateComponent, TemplateParameter } from '../messages/template-shape';
import { platformRefusal } from '../refusal';
import { componentOf, type Template, type TemplateButtonDefinition } from './template';

const VARIABLE = /\{\{\s*([^{}]+?)\s*\}\}/g;
const MEDIA_HEADERS = new Set(['IMAGE', 'VIDEO', 'GIF', 'DOCUMENT', 'LOCATION', 'PRODUCT']);
/** The platform takes no line breaks, tabs or more than four spaces in a row in a parameter. */
const BAD_TEXT = /[\n\t]| {5,}/;

/** The distinct variables of a text, in order: `1`, `2`, or names. */
export function variablesOf(text = ''): string[] {
	return [...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? ''))];
}

/**
 * Refuses parameters that do not fit the template: 132000 for their number, 132012 for their kind or name,
 * 131008 for a button's missing parameter.
 */
export function checkParameters(template: Template, components: readonly TemplateComponent[]): void {
	const given = (type: string) => components.find((component) => component.type === type);
	checkTexts('body', bodyOf(template), parametersOf(given('body')));
	checkHeader(template, parametersOf(given('header')));
	checkOffer(template, parametersOf(given('limited_time_offer')));
	checkCarousel(template, components);
	const buttons = componentOf(template, 'BUTTONS')?.buttons ?? [];
	for (const [index, button] of buttons.entries()) checkButton(button, index, components);
	checkButtonTypes(buttons, components);
	for (const component of components) {
		if (component.type === 'button' && component.index >= buttons.length) {
			throw platformRefusal(132000, `buttons: the template has no button at index ${component.index}`);
		}
	}
}

/** An authentication body has a fixed text with the code as its one parameter. */
function bodyOf(template: Template): string | undefined {
	const text = componentOf(template, 'BODY')?.text;
	return text === undefined && template.category === 'AUTHENTICATION' ? '{{1}}' : text;
}

function checkHeader(template: Template, parameters: readonly TemplateParameter[]): void {
	const header = componentOf(template, 'HEADER');
	const format = header?.format?.toUpperCase() ?? 'TEXT';
	if (!MEDIA_HEADERS.has(format)) return checkTexts('header', header?.text, parameters);
	const received = parameters[0]?.type.toUpperCase() ?? 'UNKNOWN';
	if (received !== format) {
		throw platformRefusal(132012, `header: Format mismatch, expected ${format}, received ${received}`);
	}
}

function checkTexts(where: string, text: string | undefined, parameters: readonly TemplateParameter[]): void {
	const expected = variablesOf(text);
	if (parameters.length !== expected.length) {
		throw platformRefusal(
			132000,
			`${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected.length})`,
		);
	}
	const named = expected.some((name) => !/^\d+$/.test(name));
	const names = parameters.map((parameter) =>
		'parameter_name' in parameter ? parameter.parameter_name : undefined,
	);
	const absent = named ? expected.filter((name) => !names.includes(name)) : [];
	if (absent.length > 0) throw platformRefusal(132012, `${where}: no parameter named ${absent.join(', ')}`);
	for (const parameter of parameters) {
		if (parameter.type === 'text' && BAD_TEXT.test(parameter.text)) {
			throw platformRefusal(
				132012,
				`${where}: a parameter has line breaks, tabs or more than 4 spaces in a row`,
			);
		}
	}
}

function checkButton(
	button: TemplateButtonDefinition,
	index: number,
	components: readonly TemplateComponent[],
): void {
	const kind = button.type.toUpperCase();
	const needed = kind === 'COPY_CODE' ? 'coupon_code' : needsText(button, kind) ? 'text' : undefined;
	if (needed === undefined) return;
	const given = components.find((component) => component.type === 'button' && component.index === index);
	if (parametersOf(given).some(({ type }) => type === needed)) return;
	throw platformRefusal(
		131008,
		`buttons: Button at index ${index} of type ${kind} requires a ${needed} parameter`,
	);
}

function needsText(button: TemplateButtonDefinition, kind: string): boolean {
	return kind === 'OTP' || (kind === 'URL' && variablesOf(button.url).length > 0);
}

function parametersOf(component: TemplateComponent | undefined): readonly TemplateParameter[] {
	return (component !== undefined && 'parameters' in component && component.parameters) || [];
}

/** Product carousels are approved with two cards and sent with up to ten (docs/interface.md, Template components). */
const MOST_CARDS = 10;

/** An offer that expires needs its expiration: 131008 (docs/interface.md, Template components). */
function checkOffer(template: Template, parameters: readonly TemplateParameter[]): void {
	const offer = componentOf(template, 'LIMITED_TIME_OFFER')?.limited_time_offer;
	if (!isRecord(offer) || offer.has_expiration !== true) return;
	if (parameters.some(({ type }) => type === 'limited_time_offer')) return;
	throw platformRefusal(131008, 'limited_time_offer: expiration_time_ms is missing');
}

/** What these buttons take, no other button does (docs/interface.md, Template messages; Message types). */
const WITH_OWN_PARAMETERS: ReadonlySet<string> = new Set(['COPY_CODE', 'FLOW']);

/** A coupon code goes to the button that copies it, and a flow's token and data to the one that opens it: 132012. */
function checkButtonTypes(
	buttons: readonly TemplateButtonDefinition[],
	components: readonly TemplateComponent[],
): void {
	for (const component of components) {
		if (component.type !== 'button') continue;
		const approved = buttons[component.index]?.type.toUpperCase();
		const received = component.sub_type.toUpperCase();
		if (approved === undefined || approved === received) continue;
		// A one-time password can be copied, too, and is a text.
		if (approved === 'OTP' && received === 'COPY_CODE') continue;
		if (![approved, received].some((type) => WITH_OWN_PARAMETERS.has(type))) continue;
		throw platformRefusal(
			132012,
			`buttons: Button at index ${component.index} is of type ${approved}, received ${received}`,
		);
	}
}

/**
 * A carousel needs its cards: exactly as many as were approved, or up to ten products (docs/interface.md, Template
 * components): 132000.
 */
function checkCarousel(template: Template, components: readonly TemplateComponent[]): void {
	const approved: unknown = componentOf(template, 'CAROUSEL')?.cards;
	if (!Array.isArray(approved)) return;
	const sent = components.find((component) => component.type === 'carousel')?.cards.length ?? 0;
	const fits = isOfProducts(approved)
		? sent >= approved.length && sent <= MOST_CARDS
		: sent === approved.length;
	if (fits) return;
	throw platformRefusal(
		132000,
		`carousel: number of cards (${sent}) does not match the expected number of cards (${approved.length})`,
	);
}

function isOfProducts(cards: readonly unknown[]): boolean {
	return JSON.stringify(cards).toUpperCase().includes('"FORMAT":"PRODUCT"');
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
