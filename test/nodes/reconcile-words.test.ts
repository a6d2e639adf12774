import { hintOf } from '../../nodes/BusinessMessaging/money/reconcile-words';

const line = (billed: object, counted: object) => ({
	day: '2026-10-01',
	market: 'Germany',
	category: 'marketing',
	type: 'regular',
	billed: { messages: 2, cost: 220_000, ...billed },
	counted: { messages: 2, cost: 220_000, ...counted },
	agrees: false,
	likelyCause: 'No workflow received the statuses of some messages.',
	messageIds: [],
	moreMessageIds: 0,
});

const together = (...lines: Array<ReturnType<typeof line>>) =>
	hintOf(lines, 'EUR')
		.split('\n')
		.find((each) => each.startsWith('Together'));

describe('a bill that differs says what the difference comes to', () => {
	it.each([
		[
			[line({ messages: 3, cost: 330_000 }, {}), line({ messages: 4, cost: 440_000 }, {})],
			'billed 7 for EUR 0.77, counted 4 for EUR 0.44. The bill has 3 more messages and costs EUR 0.33 more.',
		],
		[
			[line({ messages: 1, cost: 110_000 }, {})],
			'billed 1 for EUR 0.11, counted 2 for EUR 0.22. The bill has 1 fewer message and costs EUR 0.11 less.',
		],
		[
			[line({ messages: 3, cost: 330_000 }, {}), line({}, { messages: 3, cost: 330_000 })],
			'billed 5 for EUR 0.55, counted 5 for EUR 0.55. The bill has as many messages and costs the same.',
		],
		[
			[line({ messages: 3, cost: undefined }, {}), line({}, {})],
			'billed 5, counted 4 for EUR 0.44. The bill has 1 more message and costs the same, without the lines whose cost is unknown.',
		],
		[
			[line({ messages: 3, cost: undefined }, { cost: undefined })],
			'billed 3, counted 2. The bill has 1 more message.',
		],
	])('%#', (lines, said) => {
		expect(together(...lines)).toBe(`Together: ${said}`);
	});
});
