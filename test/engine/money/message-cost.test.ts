import { costOfSend, messageCostSentence } from '../../../engine/money/message-cost';
import { priceListOf } from '../../../engine/money/price-table';
import { readPrices } from '../../../engine';

const NOON = Date.UTC(2026, 9, 15, 12);
const table = (firstDay: string, price: string) =>
	readPrices({
		account: 'A',
		currency: 'EUR',
		timeZone: 'Europe/Berlin',
		firstDay,
		rows: [{ Market: 'Germany', Marketing: price }],
	}).table;
const prices = priceListOf([table('2026-10-01', '0.11'), table('2026-10-16', '0.20')])!;

const send = {
	key: 'k',
	channel: '1',
	contact: '491701234567',
	action: 'template',
	category: 'MARKETING',
	state: 'accepted',
	at: NOON,
} as const;
const REGULAR = { type: 'regular', category: 'marketing' };

describe('what a message costs', () => {
	it.each([
		[
			'at most the list price, before a status says what it is charged as',
			send,
			'It costs at most EUR 0.11.',
		],
		['at most its price, until it is delivered', { ...send, pricing: REGULAR }, 'It costs at most EUR 0.11.'],
		[
			'its price, once it is delivered',
			{ ...send, state: 'delivered' as const, pricing: REGULAR },
			'It costs EUR 0.11.',
		],
		['nothing, if it is free', { ...send, pricing: { type: 'free_entry_point' } }, 'It costs nothing.'],
		[
			'what nobody knows, without a price',
			{ ...send, contact: '918123456789' },
			"What it costs isn't known.",
		],
		[
			'what nobody knows, of an unknown type',
			{ ...send, pricing: { type: 'new' } },
			"What it costs isn't known.",
		],
	])('is %s', (_, given, sentence) => {
		expect(messageCostSentence(costOfSend(given, undefined, prices)!)).toBe(sentence);
	});

	it('is the price of the day on which it was delivered', () => {
		const delivered = { ...send, state: 'read' as const, pricing: REGULAR };
		expect(costOfSend(delivered, NOON + 86_400_000, prices)).toEqual({
			currency: 'EUR',
			amount: 200_000,
			estimated: false,
		});
	});

	it('is none if it failed', () => {
		expect(costOfSend({ ...send, state: 'failed' }, undefined, prices)).toBeUndefined();
	});
});
