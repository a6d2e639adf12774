import { policies, tryPolicy } from '../../../engine';

it('says which rule fires for made-up facts, and why each earlier one did not', async () => {
	const verdict = await tryPolicy(policies.strict, {
		window: 'open',
		windowClosesIn: 60_001,
		hasFreeform: true,
	});
	expect(verdict).toMatchObject({ action: 'freeform', rule: 'window-open' });
	expect(verdict.trace?.map(({ rule, fact }) => [rule, fact])).toEqual([
		['opted-out', 'optedOut'],
		['agent-holds', 'holder'],
	]);
});

it('without a fact it is a customer who never wrote, and nothing to send', async () => {
	expect(await tryPolicy(policies.strict, {})).toMatchObject({ action: 'skip', rule: 'no-template' });
});

it('names every fact that is unknown or of another type, at once', async () => {
	const attempt = tryPolicy(policies.strict, { widnow: 'open', hasFreeform: 'yes', windowClosesIn: 5 });
	await expect(attempt).rejects.toThrow(
		/facts\.widnow: The fact "widnow" doesn't exist[^]*facts\.hasFreeform: The value for the fact hasFreeform must be a boolean/,
	);
	await expect(attempt).rejects.not.toThrow('facts.windowClosesIn');
});
