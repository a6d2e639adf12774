import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { isObject } from '../../../base';

/** An expression over what n8n knows. A template's own variables have no dollar sign. */
const EXPRESSION = /\{\{\s*\$.*?\}\}/s;

interface Found {
	/** What the form calls the field. */
	field: string;
	expression: string;
}

const inText = (field: string, stored: unknown): Found[] => {
	const [expression] =
		(typeof stored === 'string' && !stored.startsWith('=') && EXPRESSION.exec(stored)) || [];
	return expression === undefined ? [] : [{ field, expression }];
};

/** The values that a mapper of template variables has, or a list of assignments, by what the form calls them. */
function namedValues({ value, schema, assignments }: Record<string, unknown>): Array<[string, unknown]> {
	const listed = [assignments ?? []].flat() as Array<{ name?: string; value?: unknown }>;
	const columns = [schema ?? []].flat() as Array<{ id: string; displayName?: string }>;
	const labelOf = (id: string) => columns.find((column) => column.id === id)?.displayName ?? id;
	return [
		...Object.entries(isObject(value) ? value : {}).map(([id, each]): [string, unknown] => [
			labelOf(id),
			each,
		]),
		...listed.map((each): [string, unknown] => [each.name ?? '', each.value]),
	];
}

function inField({ displayName, type, options = [] }: INodeProperties, stored: unknown): Found[] {
	if (!isObject(stored)) return inText(displayName, stored);
	if (type === 'resourceLocator') return inText(displayName, stored.value);
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((option) => inField(option, stored[option.name]));
	}
	if (type !== 'fixedCollection') {
		return namedValues(stored).flatMap(([label, each]) => inText(`${displayName}, ${label}`, each));
	}
	return (options as Array<{ name: string; values: INodeProperties[] }>).flatMap(({ name, values }) =>
		[stored[name] ?? []]
			.flat()
			.flatMap((row, index) =>
				values
					.flatMap((each) => inField(each, isObject(row) ? row[each.name] : undefined))
					.map((found) => ({ ...found, field: `${displayName} ${index + 1}, ${found.field}` })),
			),
	);
}

const listed = (names: readonly string[]) =>
	names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')}, and ${names.at(-1)!}`;

/**
 * Says which of the fields hold an expression as a text, because somebody left them at Fixed: customers would read it.
 * Undefined if none does.
 */
export function fixedExpressions(
	context: Pick<IExecuteFunctions, 'getNode'>,
	fields: readonly INodeProperties[],
): string | undefined {
	const { parameters } = context.getNode();
	const found = fields.flatMap((field) => inField(field, parameters[field.name]));
	const [first] = found;
	if (!first) return undefined;
	const names = [...new Set(found.map(({ field }) => field))];
	if (names.length === 1) {
		return `${first.field} is set to Fixed, but has an expression: ${first.expression}. Switch it to Expression, so that the value of each item takes its place.`;
	}
	return `${listed(names)} are set to Fixed, but have expressions, such as ${first.expression}. Switch each of them to Expression, so that the values of each item take their place.`;
}
