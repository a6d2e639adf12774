import { at, listAt, textAt } from './json';

/** A button of a template, as a customer sees it. `payload`: what a quick reply answers. */
export interface TemplateButton {
	readonly type: string;
	readonly text: string;
	readonly payload: string;
}

/**
 * A template with its variables filled in. `media`: the kind of its header's file, and `file` what was sent for it.
 * `offer`: the text above the body of a limited-time offer.
 */
export interface FilledTemplate {
	readonly header: string;
	readonly media: string;
	readonly file: unknown;
	readonly offer: string;
	readonly body: string;
	readonly footer: string;
	readonly buttons: readonly TemplateButton[];
	readonly cards: readonly FilledTemplate[];
}

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** What a template says to a customer: its definition, and the parameters that the business sent with it. */
export function filledTemplate(definition: readonly object[], sent: unknown): FilledTemplate {
	const component = (type: string) =>
		definition.find((one) => textAt(one, 'type').toUpperCase() === type.toUpperCase());
	const parameters = (type: string) =>
		listAt(sent, 'components')
			.filter((one) => textAt(one, 'type').toLowerCase() === type)
			.flatMap((one) => listAt(one, 'parameters'));
	const text = (type: string) => fill(textAt(component(type), 'text'), parameters(type.toLowerCase()));
	const format = textAt(component('HEADER'), 'format').toLowerCase();
	const sentCards = listAt(sent, 'components').flatMap((one) => listAt(one, 'cards'));
	return {
		header: text('HEADER'),
		media: format === 'text' ? '' : format,
		file: at(parameters('header')[0], format),
		offer: textAt(component('LIMITED_TIME_OFFER'), 'limited_time_offer', 'text'),
		body: text('BODY'),
		footer: textAt(component('FOOTER'), 'text'),
		buttons: listAt(component('BUTTONS'), 'buttons').map((button, index) =>
			filledButton(button, sent, index),
		),
		cards: listAt(component('CAROUSEL'), 'cards').map((card, index) =>
			filledTemplate(
				listAt(card, 'components') as readonly object[],
				sentCards.find((one) => Number(textAt(one, 'card_index')) === index),
			),
		),
	};
}

function filledButton(button: unknown, sent: unknown, index: number): TemplateButton {
	const own = listAt(sent, 'components').find(
		(one) => textAt(one, 'type').toLowerCase() === 'button' && Number(textAt(one, 'index')) === index,
	);
	const type = textAt(button, 'type').toUpperCase();
	const text = textAt(button, 'text') || (type === 'COPY_CODE' ? 'Copy code' : type);
	return { type, text, payload: textAt(own, 'parameters', 0, 'payload') || text };
}

function fill(text: string, parameters: readonly unknown[]): string {
	return text.replace(VARIABLE, (variable, name: string) => {
		const named = parameters.find((one) => textAt(one, 'parameter_name') === name);
		const parameter = named ?? parameters[Number(name) - 1];
		return parameter === undefined ? variable : valueOf(parameter);
	});
}

function valueOf(parameter: unknown): string {
	const type = textAt(parameter, 'type');
	return textAt(parameter, 'text') || textAt(parameter, type, 'fallback_value') || type;
}
