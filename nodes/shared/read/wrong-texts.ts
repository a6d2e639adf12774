import type {
	IExecuteFunctions,
	IGetNodeParameterOptions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';
import { isObject } from '../../../base';
import type { Form } from '../operation';
import { fromNumber } from '../numbers';
import { wrongValue } from './unreadable-field';
import { isAnObject } from './values';

/** A date of JavaScript, or of n8n's `$now`. Both are texts that can be read. */
const isTime = (value: object) =>
	Object.prototype.toString.call(value) === '[object Date]' || 'toISO' in value;

/** Why a field can't have a value as its text, in sentences. A list counts as a text if each of its entries does. */
function wrongText(value: unknown, field: string): string | undefined {
	if (typeof value === 'number' && !Number.isFinite(value)) {
		return `${field} is ${value}. Change what its expression returns.`;
	}
	if (typeof value === 'string') return value.includes(String({})) ? isAnObject(field) : undefined;
	if (Array.isArray(value)) {
		return value.map((entry: unknown) => wrongText(entry, field)).find((why) => why !== undefined);
	}
	return isObject(value) && !isTime(value) ? isAnObject(field) : undefined;
}

/** A field that takes a text or a time, or one of the choices that are only known once they are asked for. */
const takesText = ({ type, typeOptions }: INodeProperties) =>
	type === 'string' ||
	type === 'dateTime' ||
	(type === 'options' && typeOptions?.loadOptionsMethod !== undefined);

/** Why a field can't have a value as its number. A text can be read as a number; JavaScript also reads lists, dates, and `true`. */
function wrongNumber(value: unknown, field: string): string | undefined {
	if (typeof value === 'boolean' || (typeof value === 'object' && value !== null)) {
		return `${field} must be a number, not ${JSON.stringify(value)}. Change what its expression returns.`;
	}
	return undefined;
}

/** What is wrong with the first text or number of a field, which can hold others. */
function wrongIn(field: INodeProperties, value: unknown, label = field.displayName): string | undefined {
	if (takesText(field)) return wrongText(value, label);
	if (field.type === 'number') return wrongNumber(value, label);
	if (!isObject(value)) return undefined;
	const first = (found: Array<string | undefined>) => found.find((why) => why !== undefined);
	if (field.type === 'collection') {
		return first((field.options as INodeProperties[]).map((each) => wrongIn(each, value[each.name])));
	}
	if (field.type !== 'fixedCollection') return undefined;
	const groups = field.options as INodePropertyCollection[];
	return first(
		groups.flatMap(({ name, displayName, values }) =>
			[value[name] ?? []].flat().flatMap((row, index) =>
				values.map((each) => {
					const place = Array.isArray(value[name]) ? `${displayName} ${index + 1}, ` : '';
					return wrongIn(each, isObject(row) ? row[each.name] : undefined, `${place}${each.displayName}`);
				}),
			),
		),
	);
}

/**
 * Returns the value of a field, or of one in a collection, such as `options.policy`.
 * @throws Error if the field takes a text or a number, and the value isn't one
 */
export function checkTexts<Value>(fields: readonly INodeProperties[], path: string, value: Value): Value {
	const [name, ...within] = path.split('.');
	const named = fields.filter((field) => field.name === name);
	const wrong = named.map((field) =>
		wrongIn(
			field,
			within.reduceRight<unknown>((inner, step) => ({ [step]: inner }), value),
		),
	);
	const why = wrong.find((each) => each !== undefined);
	if (why !== undefined) throw wrongValue(why);
	return value;
}

/**
 * A context that checks each value that it returns: a text field never returns an object, and a number field returns only
 * a number or a text. As a text, every object is `[object Object]`, and that would reach customers and the gateway.
 */
export function withTexts(
	context: IExecuteFunctions,
	{ fields = [], options = [] }: Form,
): IExecuteFunctions {
	const collection = { name: 'options', type: 'collection', options } as unknown as INodeProperties;
	const form = [...fields, fromNumber, collection];
	const getNodeParameter = (
		name: string,
		itemIndex: number,
		fallback?: unknown,
		how?: IGetNodeParameterOptions,
	): unknown => {
		const value: unknown = context.getNodeParameter(name, itemIndex, fallback as never, how);
		return how?.rawExpressions === true ? value : checkTexts(form, name, value);
	};
	return Object.create(context, { getNodeParameter: { value: getNodeParameter } }) as IExecuteFunctions;
}
