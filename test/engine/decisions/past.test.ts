import { policies } from '../../../engine';
import { toldLater } from '../../../engine/decisions/past';

const AT = '2026-11-28T12:48:00.000Z';
const BEFORE = Date.parse(AT);
const AFTER = BEFORE + 1;

it.each([
	[`The pause ends at ${AT}.`, `The pause ended at ${AT}.`],
	[
		`Wait until it gets control or until the conversation window closes at ${AT}. To answer now, take over from the agent.`,
		`The conversation window closed at ${AT}.`,
	],
	[
		`No freeform content. Wait until the conversation window closes at ${AT}.`,
		`No freeform content. The conversation window closed at ${AT}.`,
	],
	[`Wait until the account's day ends at ${AT}.`, `The account's day ended at ${AT}.`],
	[
		`The customer wrote, so a freeform message can be sent until ${AT}.`,
		`The customer wrote, so a freeform message could be sent until ${AT}.`,
	],
	[
		`Quiet hours, 21:00-08:00, apply now: the customer's local time is 23:15 (time zone: Europe/Berlin). Wait until ${AT}. If the time zone is wrong, specify it with the message.`,
		`Quiet hours, 21:00-08:00, applied then: the customer's local time was 23:15 (time zone: Europe/Berlin). The wait ended at ${AT}.`,
	],
	[`Sent 2 in that time. Wait until ${AT}.`, `Sent 2 in that time. The wait ended at ${AT}.`],
	[`An execution waits for the answer until ${AT}.`, `An execution waited for the answer until ${AT}.`],
])('%s is told in the past once its time is over, and not before', (ahead, over) => {
	expect(toldLater(ahead, AFTER)).toBe(over);
	expect(toldLater(ahead, BEFORE)).toBe(ahead);
});

it('of two times, only the one that is over is told in the past', () => {
	const later = '2026-11-29T12:48:00.000Z';
	expect(toldLater(`One ends at ${AT}, and one ends at ${later}.`, AFTER)).toBe(
		`One ended at ${AT}, and one ends at ${later}.`,
	);
});

it('no reason of the built-in policies tells a time that is over as ahead', () => {
	const rules = Object.values(policies).flatMap((policy) => policy.rules);
	const reasons = rules.flatMap(({ event: { params } }) => [
		params.reason,
		...(params.reasons ?? []).map(({ reason }) => reason),
	]);
	const told = reasons.map((reason) => reason.replaceAll(/\{(\w+(?:At|retryAt))\}/g, AT));
	const withTime = told.filter((reason) => reason.includes(AT));
	expect(withTime.length).toBeGreaterThan(10);
	for (const reason of withTime) {
		expect(toldLater(reason, BEFORE)).toBe(reason);
		expect(toldLater(reason, AFTER)).not.toMatch(/\b(?:wait until|can be|closes|ends|apply now)\b/i);
	}
});
