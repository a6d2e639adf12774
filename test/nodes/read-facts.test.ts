import type { IExecuteFunctions } from 'n8n-workflow';
import { policies, tryPolicy } from '../../engine';
import { readFacts } from '../../nodes/BusinessMessaging/policy/read-facts';

const JSON_FACTS = '{ "window": "open", "hasFreeform": true }';

const read = (rows: Array<[fact: string, value: unknown]>, facts = JSON_FACTS) => {
	const form: Record<string, unknown> = {
		...(rows.length > 0 && { factRows: { fact: rows.map(([fact, value]) => ({ fact, value })) } }),
		facts,
	};
	const getNodeParameter = (name: string, _item: number, fallback: unknown) => form[name] ?? fallback;
	return readFacts({ getNodeParameter } as unknown as IExecuteFunctions, 0);
};

describe('the facts to test a policy with', () => {
	it('are the rows, with values as people type them', async () => {
		const facts = read([
			['window', 'Open'],
			['hasTemplate', 'yes'],
			['windowClosesIn', '90 s'],
			['localDay', 'saturday'],
			['marketingSent', '2 h, 3 d'],
			['messagesSent', ''],
			['newCustomers', '250'],
		]);
		expect(facts).toEqual({
			window: 'open',
			hasTemplate: true,
			windowClosesIn: '90 s',
			localDay: 'saturday',
			marketingSent: ['2 h', '3 d'],
			messagesSent: [],
			newCustomers: 250,
		});
		expect(await tryPolicy(policies.strict, facts)).toMatchObject({
			rule: 'template-in-active-conversation',
		});
	});

	it('are the JSON if there are no rows, and only the rows if there are any', () => {
		expect(read([])).toEqual({ window: 'open', hasFreeform: true });
		expect(read([['window', 'closed']])).toEqual({ window: 'closed' });
	});

	it('are refused if a fact has two rows, or a value that it never has', async () => {
		expect(() =>
			read([
				['window', 'open'],
				['window', 'closed'],
			]),
		).toThrow(/more than one row: window\./);
		const facts = read([
			['window', 'ajar'],
			['localDate', '24 December'],
		]);
		await expect(tryPolicy(policies.strict, facts)).rejects.toThrow(
			/window is never "ajar"[^]*localDate must be a date/,
		);
	});
});
