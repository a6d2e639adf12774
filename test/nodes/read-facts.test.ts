import type { IExecuteFunctions } from 'n8n-workflow';
import { policies, tryPolicy } from '../../engine';
import type { ProblemList } from '../../nodes/shared/errors/item-errors';
import { readFacts } from '../../nodes/BusinessMessaging/policy/read-facts';

const JSON_FACTS = '{ "window": "open", "hasFreeform": true }';

const read = (rows: Array<[fact: string, value: unknown]>, facts = JSON_FACTS) => {
	const form: Record<string, unknown> = {
		...(rows.length > 0 && { factRows: { fact: rows.map(([fact, value]) => ({ fact, value })) } }),
		facts,
	};
	const getNodeParameter = (name: string, _item: number, fallback: unknown) => form[name] ?? fallback;
	return readFacts({ getNodeParameter } as unknown as IExecuteFunctions, 0, policies.strict).facts;
};

function problemsIn(run: () => unknown): string[] {
	try {
		run();
	} catch (error) {
		return (error as ProblemList).list.split('\n');
	}
	return [];
}

describe('the facts to test a policy with', () => {
	it('are the rows, with values as people type them', async () => {
		const facts = read([
			['window', 'Open'],
			['hasTemplate', 'yes'],
			['templateState', 'Approved'],
			['windowClosesIn', '90 s'],
			['localDay', 'saturday'],
			['localTime', '11 pm'],
			['marketingSent', '2 h, 3 d'],
			['messagesSent', ''],
			['newCustomers', '250'],
		]);
		expect(facts).toEqual({
			window: 'open',
			hasTemplate: true,
			templateState: 'sendable',
			windowClosesIn: '90 s',
			localDay: 'saturday',
			localTime: '23:00',
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

	it('are refused if a fact has two rows, or a value that it never has', () => {
		expect(() =>
			read([
				['window', 'open'],
				['window', 'closed'],
			]),
		).toThrow(/more than one row: Conversation window\./);
		expect(
			problemsIn(() =>
				read([
					['window', 'ajar'],
					['optedOut', 'no'],
					['hasFreeform', 'perhaps'],
				]),
			),
		).toEqual([
			'1. Fact 1: Conversation window is never "ajar". It is one of: open, closed.',
			'2. Fact 3: Has freeform content must be yes or no, not "perhaps".',
		]);
	});

	it('are refused if a time zone does not exist', async () => {
		expect(() => read([['timeZones', 'Berlin']])).toThrow(
			'Fact 1: Time zones must be like Europe/Berlin, not "Berlin".',
		);
		await expect(tryPolicy(policies.strict, { timeZones: 'Europe/Berlin, Berlin' })).rejects.toThrow(
			/must be like Europe\/Berlin, not "Berlin"/,
		);
	});

	it('are refused as JSON by their names, and if the JSON has no names', () => {
		expect(() => read([], '{ "window": "ajar" }')).toThrow(
			/^The policy wasn't tested\. Facts \(JSON\): Conversation window \(window\) is never "ajar"/,
		);
		expect(() => read([], '["window"]')).toThrow(/must be an object/);
	});
});
