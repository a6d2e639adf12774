import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { newTemplateFields } from '../../nodes/BusinessMessaging/template/definition-fields';
import { formOf, readDefinition } from '../../nodes/BusinessMessaging/template/read-definition';
import { engineSays } from './support/n8n-expressions';

/** The definition that a stored form makes for an item, by n8n's own expression engine. */
function definitionOf(form: IDataObject, json: IDataObject = {}): IDataObject {
	const evaluate = (value: unknown) => engineSays(value, json);
	const context = {
		getNodeParameter(
			name: string,
			_item: number,
			fallback: unknown,
			options?: { rawExpressions?: boolean },
		): unknown {
			const stored = form[name] ?? fallback;
			return options?.rawExpressions ? stored : evaluate(stored);
		},
		evaluateExpression: (expression: string) => evaluate(`=${expression}`),
	};
	return readDefinition(formOf(context as unknown as IExecuteFunctions, 0, newTemplateFields));
}

const bodyOf = (form: IDataObject, json?: IDataObject) =>
	(definitionOf(form, json).components as Array<{ text: string }>)[0]!.text;

describe("a template's variables", () => {
	it.each([
		['=Hi {{1}}, your order {{2}} is on its way.', 'Hi {{1}}, your order {{2}} is on its way.'],
		['=Hi {{ 1 }}, welcome.', 'Hi {{ 1 }}, welcome.'],
		['=Hi {{first_name}}, welcome.', 'Hi {{first_name}}, welcome.'],
		['=Hi {{FirstName}}, welcome.', 'Hi {{FirstName}}, welcome.'],
		['={{1}}', '{{1}}'],
		['Hi {{1}}, welcome.', 'Hi {{1}}, welcome.'],
	])('stay in a body that the editor stored as %j', (templateBody, text) => {
		expect(bodyOf({ templateBody })).toBe(text);
	});

	it.each([
		['=Hi {{1}}, {{ $json.shop }} has your order {{2}}.', 'Hi {{1}}, Tea & Co has your order {{2}}.'],
		['={{ $json.body }}', 'Hello {{1}}, welcome.'],
		['=From {{ 1 + 1 }} pieces on, {{1}}.', 'From 2 pieces on, {{1}}.'],
	])('stay beside the expressions of %j, which are evaluated', (templateBody, text) => {
		const json = { shop: 'Tea & Co', body: 'Hello {{1}}, welcome.' };
		expect(bodyOf({ templateBody }, json)).toBe(text);
	});

	it('stay in every field that holds template text', () => {
		const definition = definitionOf(
			{
				headerFormat: 'TEXT',
				headerText: '=Order {{1}}',
				headerSample: '={{ $json.order }}',
				templateBody: '=Hi {{1}}, all is well.',
				bodySamples: { sample: [{ value: '={{ $json.name }}' }] },
				templateFooter: '=From {{ $json.shop }}',
				templateButtons: {
					button: [
						{
							type: 'URL',
							text: 'Track',
							url: '=https://{{ $json.host }}/{{1}}',
							sample: '=https://a.example/7',
						},
					],
				},
				moreParts: {
					cards: '=[{ "components": [{ "type": "BODY", "text": "Hi {{1}} of {{ $json.shop }}" }] }]',
				},
			},
			{ order: 7, name: 'Ada', shop: 'Tea', host: 'a.example' },
		);
		expect(definition.components).toEqual([
			{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['7'] } },
			{ type: 'BODY', text: 'Hi {{1}}, all is well.', example: { body_text: [['Ada']] } },
			{ type: 'FOOTER', text: 'From Tea' },
			{
				type: 'BUTTONS',
				buttons: [
					{ type: 'URL', text: 'Track', url: 'https://a.example/{{1}}', example: ['https://a.example/7'] },
				],
			},
			{ type: 'CAROUSEL', cards: [{ components: [{ type: 'BODY', text: 'Hi {{1}} of Tea' }] }] },
		]);
	});

	it('stay in a definition as JSON, whether it is a text or what an expression returns', () => {
		const components = [{ type: 'BODY', text: 'Hi {{1}}, welcome.' }];
		const form = { definitionInput: 'json', definition: `=${JSON.stringify({ components })}` };
		expect(definitionOf(form)).toEqual({ components });
		const returned = { definitionInput: 'json', definition: '={{ $json.definition }}' };
		expect(definitionOf(returned, { definition: { components } })).toEqual({ components });
	});
});
