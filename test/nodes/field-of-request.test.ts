import { stepsOf } from '../../base';
import { fieldOfRequest } from '../../nodes/shared/errors/field-of-request';

const components = [
	{ type: 'header', parameters: [{ type: 'image', image: {} }] },
	{
		type: 'body',
		parameters: [
			{ type: 'text', text: '', parameter_name: 'first_name' },
			{ type: 'text', text: '' },
		],
	},
	{ type: 'button', sub_type: 'COPY_CODE', index: 2, parameters: [{ type: 'coupon_code', coupon_code: '' }] },
	{
		type: 'carousel',
		cards: [{ card_index: 0, components: [{ type: 'body', parameters: [{ type: 'text', text: '' }] }] }],
	},
];

describe('a field of a request is called as in the form', () => {
	it.each([
		['text.body', 'Freeform Text'],
		['image.caption', 'Image, Caption'],
		['image.link', 'Link or Media ID'],
		['document.id', 'Link or Media ID'],
		['interactive.header.image.link', 'Header Media'],
		['interactive.action.buttons.0.reply.title', 'Button 1, Title'],
		['interactive.action.sections.1.rows.9.id', 'Section 2, Row 10, ID'],
		['interactive.body.text', 'Body'],
		['interactive.action.parameters.flow_cta', 'Button Label'],
		['interactive.action.parameters', 'Flow'],
		['interactive.action.cards', 'Cards'],
		['interactive.action.cards.1.header', 'Card 2, Media'],
		['interactive.action.cards.1.body.text', 'Card 2, Text'],
		['interactive.action.cards.0.action.parameters.url', 'Card 1, Link URL'],
		['interactive.action.cards.0.action.buttons.1.quick_reply.title', 'Card 1, Reply Buttons'],
		['interactive.action.sections.0.product_items', 'Section 1, Product Items'],
		['participants.0.user', 'Participant 1, User'],
		['startAt', 'Starts At'],
		['endAt', 'Ends At'],
		['template.name', 'Template'],
		['template.components.0.parameters.0', 'Header Image'],
		['template.components.1.parameters.0', 'Body {{first_name}}'],
		['template.components.1.parameters.1', 'Body {{2}}'],
		['template.components.2.parameters.0', 'Button 3, Value'],
		['template.components.3.cards.0.components.0.parameters.0', 'Card 1, Body {{1}}'],
	])('%s: %s', (path, label) => {
		expect(fieldOfRequest(stepsOf(path), components)).toBe(label);
	});

	it('the whole of it too', () => {
		expect(fieldOfRequest([])).toBe('The request');
	});

	it('also if the message has no such part', () => {
		expect(fieldOfRequest(['template', 'components', 7, 'parameters', 0], [])).not.toMatch(/\.|components/);
	});
});
