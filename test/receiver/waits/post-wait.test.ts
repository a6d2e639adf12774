import { resultOfPost } from '../../../receiver/waits/post-wait';

const HOUR = 60 * 60_000;
const RUNNING = 'The execution "7" is running already.';
const FAILED = 'The execution "7" has finished with error.';

const resultAfter = (status: number | undefined, { text = '', claimed = false, tries = 0, age = 0 } = {}) =>
	resultOfPost(status === undefined ? undefined : { status, text }, { claimed, tries, age });

describe('only the store says that the execution has taken the answer', () => {
	it.each([200, 404, 409, 410, 401])('%i: delivered if it was taken, else the wait has ended', (status) => {
		expect(resultAfter(status, { claimed: true })).toBe('delivered');
		expect(resultAfter(status)).toBe('ended');
	});

	it('an execution that runs already may still come to wait, unless it has taken the answer', () => {
		expect(resultAfter(409, { text: RUNNING })).toBe('again');
		expect(resultAfter(409, { text: RUNNING, claimed: true })).toBe('delivered');
	});

	it('one that has finished with an error will not', () => {
		expect(resultAfter(409, { text: FAILED })).toBe('ended');
	});
});

describe('trouble is tried again, also if the answer was taken: the execution may have crashed before it continued', () => {
	it.each([undefined, 500, 502, 503, 504, 408, 429])('%s', (status) => {
		expect(resultAfter(status)).toBe('again');
		expect(resultAfter(status, { claimed: true })).toBe('again');
	});

	it.each([
		[7, 'again'],
		[8, 'delivered'],
	])('after %i tries with an answer of n8n, what was taken counts as %s', (tries, expected) => {
		expect(resultAfter(500, { claimed: true, tries })).toBe(expected);
	});

	it('n8n may be away for longer', () => {
		expect(resultAfter(undefined, { claimed: true, tries: 100 })).toBe('again');
	});

	it.each([
		['1 ms less than an hour', HOUR - 1, 'again', 'again'],
		['an hour', HOUR, 'ended', 'delivered'],
	])('for %s', (_, age, open, claimed) => {
		expect(resultAfter(undefined, { age })).toBe(open);
		expect(resultAfter(undefined, { age, claimed: true })).toBe(claimed);
	});
});

it('a reminder is none of it', () => {
	expect(resultAfter(202)).toBe('reminded');
});
