import { validateTemplate } from '../../engine';
import { scene } from './support/scene';

const at = scene();

const definitionOf = (text: string, index: number) => {
	const count = new Set(text.match(/\{\{\d+\}\}/g)).size;
	const samples = Array.from({ length: count }, (_each, number) => `sample ${number}`);
	const example = count === 0 ? {} : { example: { body_text: [samples] } };
	return {
		name: `template_${index}`,
		language: 'en_US',
		category: 'UTILITY',
		components: [{ type: 'BODY', text, ...example }],
	};
};

describe('the sandbox rejects a template if and only if validateTemplate finds an error', () => {
	it.each([
		['words between two variables', 'Your order {{1}} has arrived at {{2}} today.', true],
		['a comma between them', 'Dear {{1}}, {{2}} is your code for today, valid now.', true],
		['nothing between them', 'Your order {{1}}{{2}} has arrived at home today.', false],
		['a space between them', 'Your order {{1}} {{2}} has arrived at home today.', false],
		['a line break between them', 'Your order {{1}}\n{{2}} has arrived at home today.', false],
		['a zero-width space between them', 'Your order {{1}}\u200B{{2}} has arrived at home.', false],
		['as many words as variables', 'Code {{1}}, {{2}} today.', true],
		['fewer words than variables', 'Code {{1}}, {{2}}.', false],
		['one variable several times, in few words', 'Code {{1}}, {{1}}, {{1}}: ok.', true],
	])('%s', async (_, text, isFine) => {
		const definition = definitionOf(text, 1);
		const errors = validateTemplate(definition).filter(({ severity }) => severity === 'error');
		const response = await at.client.post('/v1/configs/templates', definition);
		const { status } = response.body as { status?: string };
		expect([errors.length === 0, response.status === 200 && status === 'submitted']).toEqual([
			isFine,
			isFine,
		]);
	});
});
