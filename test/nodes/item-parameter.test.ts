import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { ASK_N8N, createFormReader, readerOf } from '../../nodes/shared/read/item-parameter';
import { engineSays } from './support/n8n-expressions';

const items: IDataObject[] = [
	{
		name: 'Ada',
		'First Name': 'Ada L.',
		product: { title: 'Tea set', price: 12.5 },
		phone: 491701234567,
		paid: true,
	},
	{
		name: '',
		'First Name': '{{ 1 + 1 }}',
		product: { title: '$& \\n', price: 0 },
		phone: '+49 170 1',
		paid: false,
	},
	{
		name: '=1',
		'First Name': 'é "quoted" \'so\'',
		product: { title: 'a\nb', price: -1e21 },
		phone: 'x',
		paid: 'true',
	},
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
	'={{ $json.paid }}',
	'=Paid: {{ $json.paid }}',
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
	{ name: ['Ada'] },
	{ name: { first: 'Ada' } },
	{ name: new Date(0) as unknown as string },
])('leaves an item whose field is nothing that reads the same everywhere to n8n: %j', (json) => {
	for (const parameter of ['={{ $json.name }}', '=Hello {{ $json.name }}', { a: '={{ $json.name }}' }]) {
		expect(readerOf(parameter)!(json)).toBe(ASK_N8N);
	}
});

it('leaves what an item only inherits to n8n', () => {
	expect(readerOf('={{ $json.constructor.name }}')!({})).toBe(ASK_N8N);
	expect(readerOf('={{ $json.name.length }}')!({ name: 'Ada' })).toBe(ASK_N8N);
});

describe('a form is read without n8n as far as its fields are readable', () => {
	const asked: string[] = [];
	const stored = { to: '={{ $json.phone }}', when: '={{ $now }}', options: { linkPreview: true } };
	const context = {
		getNode: () => ({ parameters: stored }),
		getInputData: () => [{ json: { phone: '+49 170 1' } }, { json: { phone: '+49 170 2' } }],
		getNodeParameter(name: string) {
			asked.push(name);
			return 'from n8n';
		},
	} as unknown as IExecuteFunctions;
	const read = createFormReader(context);

	it.each([
		['a field of each item', 'to', ['+49 170 1', '+49 170 2'], 0],
		['a part of a field, by its path', 'options.linkPreview', [true, true], 0],
		['an expression that only n8n can evaluate', 'when', ['from n8n', 'from n8n'], 2],
		['a field that the workflow doesn’t store', 'other', ['from n8n', 'from n8n'], 2],
	])('%s', (_, name, values, times) => {
		asked.length = 0;
		expect([0, 1].map((item) => read(item)(name))).toEqual(values);
		expect(asked).toHaveLength(times);
	});

	it('a field that the workflow doesn’t store has its fallback', () => {
		expect(read(0)('options.policy', 'strict')).toBe('strict');
	});
});
