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

it('counts from the next time that the local facts hold, if the time zone is known', async () => {
	const rules = policies.strict.rules.map((rule) => ({ ...rule, enabled: true }));
	const awake = { hasTemplate: true, templateState: 'sendable', category: 'UTILITY' };
	const atNight = { ...awake, localDay: 'Tuesday', localTime: '23:00' };
	const runtime = { now: () => Date.UTC(2026, 0, 7, 12) };
	const ask = (facts: object) => tryPolicy({ ...policies.strict, rules }, { ...facts }, { runtime });
	expect(await ask({ ...atNight, timeZones: 'Europe/Berlin' })).toMatchObject({
		rule: 'quiet-hours',
		retryAt: Date.UTC(2026, 0, 14, 7),
	});
	const unknown = await ask(atNight);
	expect(unknown).not.toHaveProperty('retryAt');
	expect(unknown.reason).toContain('The message waits until you specify the time zone with it.');
});

it('names every fact that is unknown or of another type, at once', async () => {
	const attempt = tryPolicy(policies.strict, { widnow: 'open', hasFreeform: 'yes', windowClosesIn: 5 });
	await expect(attempt).rejects.toThrow(
		/facts\.widnow: The fact "widnow" doesn't exist[^]*facts\.hasFreeform: Has freeform content \(hasFreeform\) must be yes or no/,
	);
	await expect(attempt).rejects.not.toThrow('facts.windowClosesIn');
});
