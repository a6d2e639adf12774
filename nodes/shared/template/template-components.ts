import { isObject } from '../../../base';
import type { TemplateMessageComponent, TemplateParameter } from '../../../platform';
import { HEADER_NAMES } from './template-variables';

/** A variable's value, apart from the card it belongs to. */
interface Value {
	part: string;
	name: string;
	value: string;
}

const text = (value: string): TemplateParameter => ({ type: 'text', text: value });

function textParameter({ name, value }: Value): TemplateParameter {
	const own = name.replace(/^text:/, '');
	return { ...text(value), ...(!/^\d+$/.test(own) && { parameter_name: own }) };
}

/** Numbered variables in order of their number; named ones as they come. */
function inOrder({ name: a }: Value, { name: b }: Value): number {
	const difference = Number(a) - Number(b);
	return Number.isNaN(difference) ? 0 : difference;
}

/** A medium by link, or by the id of an uploaded file, which is numeric. */
function mediaParameter(type: string, value: string, filename: string | undefined): TemplateParameter {
	const source = /^\d+$/.test(value.trim()) ? { id: value.trim() } : { link: value };
	return { type, [type]: { ...source, ...(filename !== undefined && { filename }) } };
}

/** `52.52, 13.40, Office, 1 Main Street`: the name and the address may be left out. */
function locationParameter(value: string): TemplateParameter {
	const [latitude = '', longitude = '', name, ...address] = value.split(',').map((piece) => piece.trim());
	return {
		type: 'location',
		location: {
			latitude,
			longitude,
			...(name && { name }),
			...(address.length > 0 && { address: address.join(', ') }),
		},
	};
}

function headerParameters(values: Value[]): TemplateParameter[] {
	const filename = values.find(({ name }) => name === 'document_filename')?.value;
	return values.sort(inOrder).flatMap((variable) => {
		const { name, value } = variable;
		if (!HEADER_NAMES.has(name)) return [textParameter(variable)];
		if (name === 'document_filename') return [];
		return [name === 'location' ? locationParameter(value) : mediaParameter(name, value, filename)];
	});
}

/** @throws Error for what isn't a time */
function offerParameter(value: string): TemplateParameter {
	const time = /^\d+$/.test(value) ? Number(value) : Date.parse(value);
	if (Number.isNaN(time)) throw new Error(`The end of the offer isn't a valid time: ${value}`);
	return { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: time } };
}

/** What a button takes, by the kind of its variable (docs/interface.md, Template messages). */
const BUTTONS: Readonly<
	Record<string, (value: string) => { sub_type: string; parameter: TemplateParameter }>
> = {
	url: (value) => ({ sub_type: 'url', parameter: text(value) }),
	otp: (value) => ({ sub_type: 'url', parameter: text(value) }),
	payload: (value) => ({ sub_type: 'quick_reply', parameter: { type: 'payload', payload: value } }),
	code: (value) => ({ sub_type: 'COPY_CODE', parameter: { type: 'coupon_code', coupon_code: value } }),
	flow_token: (value) => ({ sub_type: 'flow', parameter: flowAction({ flow_token: value }) }),
	flow_data: (value) => ({
		sub_type: 'flow',
		parameter: flowAction({ flow_action_data: flowData(value) }),
	}),
};

const flowAction = (action: object): TemplateParameter => ({ type: 'action', action });

/** @throws Error for what isn't an object in JSON */
function flowData(value: string): object {
	try {
		const data: unknown = JSON.parse(value);
		if (isObject(data)) return data;
	} catch {
		// The sentence below says what is expected.
	}
	throw new Error(`The flow data isn't an object in JSON, such as { "name": "Ada" }: ${value}`);
}

function buttonComponent({ name, value }: Value): TemplateMessageComponent {
	const [, index = '0', kind = 'url'] = /^(\d+)_(\w+)$/.exec(name) ?? [];
	const { sub_type, parameter } = (BUTTONS[kind] ?? BUTTONS.url!)(value);
	// The interface writes the position of a copy-code button as an integer.
	return {
		type: 'button',
		sub_type,
		index: kind === 'code' ? Number(index) : index,
		parameters: [parameter],
	};
}

const isOfFlow = ({ sub_type }: TemplateMessageComponent) => sub_type === 'flow';

const actionOf = ({ parameters }: TemplateMessageComponent) => parameters?.[0]?.action as object;

/** The token and the data of a flow are two variables of one button. */
function buttonComponents(values: Value[]): TemplateMessageComponent[] {
	const components: TemplateMessageComponent[] = [];
	for (const component of values.map(buttonComponent)) {
		const same = components.find((other) => isOfFlow(other) && other.index === component.index);
		if (same && isOfFlow(component)) {
			same.parameters = [flowAction({ ...actionOf(same), ...actionOf(component) })];
		} else {
			components.push(component);
		}
	}
	return components;
}

/** The components of a message, or of one card. */
function componentsOfPart(values: Value[]): TemplateMessageComponent[] {
	const of = (part: string) => values.filter((value) => value.part === part);
	const passwords = of('button').filter(({ name }) => name.endsWith('_otp'));
	const parameters: Array<[string, TemplateParameter[]]> = [
		['header', headerParameters(of('header'))],
		['body', [...of('body').sort(inOrder).map(textParameter), ...passwords.map(({ value }) => text(value))]],
		['limited_time_offer', of('offer').map(({ value }) => offerParameter(value))],
	];
	return [
		...parameters.flatMap(([type, list]) => (list.length > 0 ? [{ type, parameters: list }] : [])),
		...buttonComponents(of('button')),
	];
}

/**
 * The components of a template message, from the values of its variables by id (see `TemplateVariable`).
 * @throws Error if the end of an offer isn't a time, or the data of a flow no object in JSON
 */
export function componentsOf(values: Readonly<Record<string, string>>): TemplateMessageComponent[] {
	const cards = new Map<string, Value[]>();
	for (const [id, value] of Object.entries(values)) {
		const [, card = '', part, name] = /^(?:card_(\d+)_)?(header|body|button|offer)_(.+)$/.exec(id) ?? [];
		if (part === undefined || name === undefined) continue;
		cards.set(card, [...(cards.get(card) ?? []), { part, name, value }]);
	}
	const carousel = [...cards]
		.filter(([card]) => card !== '')
		.sort(([a], [b]) => Number(a) - Number(b))
		.map(([card, of]) => ({ card_index: Number(card), components: componentsOfPart(of) }));
	return [
		...componentsOfPart(cards.get('') ?? []),
		...(carousel.length > 0 ? [{ type: 'carousel', cards: carousel }] : []),
	];
}
