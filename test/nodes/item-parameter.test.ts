import type { IDataObject, INodeParameters, NodeParameterValueType } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { ASK_N8N, readerOf } from '../../nodes/shared/read/item-parameter';

const NODE = 'Plan';
const workflow = new Workflow({
	active: false,
	connections: {},
	nodeTypes: {
		getByName: () => undefined as never,
		getByNameAndVersion: () => undefined as never,
		getKnownTypes: () => ({}),
	},
	nodes: [{ id: '1', name: NODE, type: 'plan', typeVersion: 1, position: [0, 0], parameters: {} }],
});

/** What n8n's own expression engine makes of a parameter. */
const engineSays = (parameter: unknown, json: IDataObject) =>
	workflow.expression.getParameterValue(
		parameter as NodeParameterValueType | INodeParameters,
		null,
		0,
		0,
		NODE,
		[{ json }],
		'manual',
		{},
	);

const items: IDataObject[] = [
	{ name: 'Ada', 'First Name': 'Ada L.', product: { title: 'Tea set', price: 12.5 }, phone: 491701234567 },
	{ name: '', 'First Name': '{{ 1 + 1 }}', product: { title: '$& \\n', price: 0 }, phone: '+49 170 1' },
	{ name: '=1', 'First Name': 'é "quoted" \'so\'', product: { title: 'a\nb', price: -1e21 }, phone: 'x' },
];

const expressions = [
	'={{ $json.name }}',
	'={{$json.phone}}',
	'={{ $json["First Name"] }}',
	"={{ $json['First Name'] }}",
	'={{ $json.product.title }}',
	'={{ $json["product"].price }}',
	'=Hello {{ $json.name }}, your {{ $json.product.title }} costs {{ $json.product.price }}.',
	'={{ $json.name }}/en_US',
	'= {{ $json.name }}',
	'={{ $json.name }}{{ $json.phone }}',
	'=Two\nlines for "{{ $json.name }}"',
	'=no placeholder',
	'=',
];

it.each(expressions)('reads %j from the item as n8n does', (expression) => {
	const read = readerOf(expression)!;
	expect(items.map(read)).toEqual(items.map((json) => engineSays(expression, json)));
});

it('reads the parts of a parameter as n8n does, and keeps what is no expression', () => {
	const mapper = {
		mappingMode: 'defineBelow',
		value: { body_1: '={{ $json.name }}', body_2: 'as it is', body_3: null },
		schema: [{ id: 'body_1', required: true }],
		list: ['={{ $json.phone }}', 'b'],
	};
	const read = readerOf(mapper)!;
	expect(items.map(read)).toEqual(items.map((json) => engineSays(mapper, json)));
});

it.each([
	'={{ $json.name.toUpperCase() }}',
	'={{ $json.name + "!" }}',
	'={{ $("Customers").item.json.name }}',
	'={{ $now }}',
	'={{ $json }}',
	'={{ $json[0] }}',
	'={{ $json["a\\"b"] }}',
	'={{ $json?.name }}',
	'={{ $json.name',
	'=a } b {{ $json.name }}',
	'=a \\ b {{ $json.name }}',
	'=Hello {{ $json.name }}, {{ $now }}',
])('leaves %j to n8n', (expression) => {
	expect(readerOf(expression)).toBeUndefined();
	expect(readerOf({ a: 'fixed', b: [expression] })).toBeUndefined();
});

it.each<IDataObject>([
	{},
	{ name: null },
	{ name: true },
	{ name: ['Ada'] },
	{ name: { first: 'Ada' } },
	{ name: new Date(0) as unknown as string },
])('leaves an item whose field is neither a text nor a number to n8n: %j', (json) => {
	for (const parameter of ['={{ $json.name }}', '=Hello {{ $json.name }}', { a: '={{ $json.name }}' }]) {
		expect(readerOf(parameter)!(json)).toBe(ASK_N8N);
	}
});

it('leaves what an item only inherits to n8n', () => {
	expect(readerOf('={{ $json.constructor.name }}')!({})).toBe(ASK_N8N);
	expect(readerOf('={{ $json.name.length }}')!({ name: 'Ada' })).toBe(ASK_N8N);
});
