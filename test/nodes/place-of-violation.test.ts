import { violationsOfTemplate } from '../../engine';
import { placeOf } from '../../nodes/BusinessMessaging/template/violations';

const template = (...components: object[]) => ({
	name: 'order',
	language: 'en_US',
	category: 'MARKETING',
	components,
});
const BODY = { type: 'BODY', text: 'Your order is here.' };
const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
const card = (label: string) => ({
	components: [
		{ type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::a'] } },
		buttons({ type: 'QUICK_REPLY', text: label }),
	],
});

const CASES: Array<[where: string, definition: object]> = [
	['Name', { ...template(BODY), name: 'Order!' }],
	['Time to Live (Seconds)', { ...template(BODY), category: 'UTILITY', message_send_ttl_seconds: 1 }],
	['The template', template()],
	['Header Text', template({ type: 'HEADER', format: 'TEXT', text: 'x'.repeat(61) }, BODY)],
	['Header Sample', template({ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' }, BODY)],
	['Body', template({ type: 'BODY', text: 'x'.repeat(2000) })],
	['Body Samples', template({ type: 'BODY', text: 'Hi {{1}}, it is here.' })],
	['Footer', template(BODY, { type: 'FOOTER', text: 'x'.repeat(61) })],
	['Buttons', template(BODY, buttons())],
	['Button 1, Label', template(BODY, buttons({ type: 'QUICK_REPLY', text: 'x'.repeat(26) }))],
	['Button 1, Sample', template(BODY, buttons({ type: 'COPY_CODE', example: 'x'.repeat(21) }))],
	[
		'Card 2, Button 1, Label',
		template(BODY, { type: 'CAROUSEL', cards: [card('Yes'), card('x'.repeat(26))] }),
	],
	['Component 2', template(BODY, { type: 'POSTER' })],
];

describe('a broken rule of a template is placed by the labels of the form', () => {
	it.each(CASES)('%s', (where, definition) => {
		const places = violationsOfTemplate(definition).map((violation) => placeOf(definition, violation));
		expect(places).toContain(where);
		for (const place of places) expect(place).not.toMatch(/[[\]._]/);
	});

	it('also if the definition is no object', () => {
		expect(violationsOfTemplate('nothing').map((violation) => placeOf('nothing', violation))).toEqual([
			'The template',
		]);
	});
});
