import { mayArriveLater, reasonOfError, reasonInState } from '../../engine';
import { explainedError } from '../../engine/outcome';
import { ERROR_EFFECTS } from '../../platform';

const reason = reasonOfError({
	code: 131026,
	title: 'Message undeliverable',
	details: 'Not on the platform',
});

describe('why a message failed', () => {
	it('is told with what it means and what to do, before the gateway’s own words', () => {
		expect(reasonInState('failed', reason)).toBe(
			"This message can't be delivered to this customer: the number may not be on the platform, or its app may be too old. Check the number. Trying again won't help. The gateway's error: Message undeliverable: Not on the platform (code 131026)",
		);
	});

	it('names the code once if the gateway’s words have it', () => {
		const withCode = reasonOfError({ code: 132000, title: '(#132000) Number of parameters does not match' });
		expect(reasonInState('failed', withCode)).toMatch(
			/^The values don't fit the variables of the template\. .* The gateway's error: \(#132000\) Number of parameters does not match$/,
		);
	});

	it.each(ERROR_EFFECTS.flatMap(([, codes]) => codes))('is the same for a kept reason, code %d', (code) => {
		const words = [
			{},
			{ title: 'Refused' },
			{ title: 'Refused (code 1)', details: 'See (code 2)' },
			{ title: `Refused (code ${code})` },
		];
		for (const error of words.map((each) => ({ code, ...each })))
			expect(reasonInState('failed', reasonOfError(error))).toBe(explainedError(error));
	});

	it.each([
		['of a code that nobody documents', reasonOfError({ code: 999999, title: 'Surprise' })],
		['without a code', 'The number is blocked.'],
	])('stays as it is %s', (_, words) => {
		expect(reasonInState('failed', words)).toBe(words);
	});

	it('stays as it is while the message waits for another try', () => {
		expect(reasonInState('held', reason)).toBe(reason);
	});
});

describe('whether a message that failed may arrive later', () => {
	it.each(['retry', 'wait-24h', 'template-hold', 'account-stop', 'failed'])('%s: it may', (rule) => {
		expect(mayArriveLater(rule)).toBe(true);
	});

	it.each(['undeliverable', 'opted-out', 'fix-request', 'invalid-request'])('%s: it never does', (rule) => {
		expect(mayArriveLater(rule)).toBe(false);
	});
});
