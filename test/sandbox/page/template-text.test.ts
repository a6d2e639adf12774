import { filledTemplate } from '../../../sandbox/page/messages/template-text';

const BODY = { type: 'BODY', text: 'Hello {{1}}, your {{2}} is here.' };
const text = (value: string, name?: string) => ({ type: 'text', text: value, parameter_name: name });
const sent = (type: string, ...parameters: object[]) => ({ components: [{ type, parameters }] });

test('variables are filled by number', () => {
	expect(filledTemplate([BODY], sent('body', text('Ada'), text('tree'))).body).toBe(
		'Hello Ada, your tree is here.',
	);
});

test('variables are filled by name', () => {
	const named = { type: 'body', text: 'Hello {{first_name}}.' };
	expect(filledTemplate([named], sent('body', text('Ada', 'first_name'))).body).toBe('Hello Ada.');
});

test('a variable without a value stays as it is', () => {
	expect(filledTemplate([BODY], sent('body', text('Ada'))).body).toBe('Hello Ada, your {{2}} is here.');
	expect(filledTemplate([BODY], undefined).body).toBe(BODY.text);
});

test('amounts and dates show what the platform falls back to', () => {
	const amount = { type: 'currency', currency: { fallback_value: '5 €', code: 'EUR', amount_1000: 5000 } };
	expect(filledTemplate([{ type: 'BODY', text: 'Pay {{1}} now.' }], sent('body', amount)).body).toBe(
		'Pay 5 € now.',
	);
});

test('a quick reply answers its payload, or else its text', () => {
	const buttons = {
		type: 'BUTTONS',
		buttons: [
			{ type: 'QUICK_REPLY', text: 'Yes' },
			{ type: 'QUICK_REPLY', text: 'No' },
		],
	};
	const own = {
		type: 'button',
		sub_type: 'quick_reply',
		index: '1',
		parameters: [{ type: 'payload', payload: 'NO' }],
	};
	expect(filledTemplate([BODY, buttons], { components: [own] }).buttons).toEqual([
		{ type: 'QUICK_REPLY', text: 'Yes', payload: 'Yes' },
		{ type: 'QUICK_REPLY', text: 'No', payload: 'NO' },
	]);
});

test('a header is a text or a file', () => {
	const header = (format: string, words?: string) =>
		filledTemplate([{ type: 'HEADER', format, text: words }, BODY], {});
	expect(header('TEXT', 'News')).toMatchObject({ header: 'News', media: '' });
	expect(header('IMAGE')).toMatchObject({ header: '', media: 'image' });
});

test('the file of a header is what was sent, and a limited-time offer has a text', () => {
	const header = { type: 'HEADER', format: 'IMAGE' };
	const offer = {
		type: 'LIMITED_TIME_OFFER',
		limited_time_offer: { text: 'Until Sunday', has_expiration: true },
	};
	const filled = filledTemplate([header, offer, BODY], sent('header', { type: 'image', image: { id: '7' } }));
	expect(filled).toMatchObject({ media: 'image', file: { id: '7' }, offer: 'Until Sunday' });
});

test('each card of a carousel is filled with what was sent for it', () => {
	const buttons = { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Take it' }] };
	const card = {
		components: [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Tea for {{1}}' }, buttons],
	};
	const definition = [
		{ type: 'BODY', text: 'Our teas' },
		{ type: 'CAROUSEL', cards: [card, card] },
	];
	const cardSent = (index: number) => ({
		card_index: index,
		components: [
			{ type: 'body', parameters: [text(`${index + 5} €`)] },
			{ type: 'button', sub_type: 'quick_reply', index: '0', parameters: [{ payload: `tea-${index}` }] },
		],
	});
	const { body, cards } = filledTemplate(definition, {
		components: [{ type: 'carousel', cards: [cardSent(1), cardSent(0)] }],
	});
	expect(body).toBe('Our teas');
	expect(cards.map((one) => [one.media, one.body, one.buttons[0]?.payload])).toEqual([
		['image', 'Tea for 5 €', 'tea-0'],
		['image', 'Tea for 6 €', 'tea-1'],
	]);
});
