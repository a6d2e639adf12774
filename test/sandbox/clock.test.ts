import { DAY } from '../../base';
import { realRuntime, VirtualClock } from '../../sandbox/clock';
import { openTestClock, type TestClock } from '../support/test-clock';

describe('the virtual clock', () => {
	let time: TestClock;
	let clock: VirtualClock;
	beforeEach(() => {
		time = openTestClock();
		clock = new VirtualClock(time.runtime);
	});
	afterEach(() => clock.close());

	test('starts at the real time and runs with it', async () => {
		const start = time.runtime.now();
		expect(clock.now()).toBe(start);
		await time.pass(30);
		expect(clock.now()).toBe(start + 30);
		await clock.advance(5000);
		await time.pass(30);
		expect(clock.now()).toBe(start + 5060);
	});

	test('is not moved by a test that fakes Date and timers for the product', () => {
		jest.useFakeTimers({ now: 0 });
		try {
			expect(new VirtualClock().now()).toBeGreaterThan(1_700_000_000_000);
			expect(realRuntime.now()).toBeGreaterThan(1_700_000_000_000);
		} finally {
			jest.useRealTimers();
		}
	});

	test('jumps, and runs what fell due in order of time, each at its own time', async () => {
		const start = clock.now();
		const ran: [string, number][] = [];
		const note = (name: string) => () => void ran.push([name, clock.now() - start]);
		clock.schedule(start + 3000, note('third'));
		clock.schedule(start + 1000, note('first'));
		clock.schedule(start + 2000, note('second'));
		clock.schedule(start + 9000, note('later'));
		await clock.advance(5000);
		expect(ran).toEqual([
			['first', 1000],
			['second', 2000],
			['third', 3000],
		]);
		expect(clock.now() - start).toBe(5000);
	});

	test('runs what a task schedules, if that falls due too', async () => {
		const ran: number[] = [];
		const again = () => {
			ran.push(ran.length);
			clock.schedule(clock.now() + 1000, again);
		};
		clock.schedule(clock.now() + 1000, again);
		await clock.advance(3500);
		expect(ran).toHaveLength(3);
	});

	test('runs tasks as real time passes, and none that was cancelled', async () => {
		const ran: string[] = [];
		clock.schedule(clock.now() + 20, () => void ran.push('kept'));
		clock.schedule(clock.now() + 20, () => void ran.push('cancelled'))();
		await time.pass(19);
		expect(ran).toEqual([]);
		await time.pass(1);
		expect(ran).toEqual(['kept']);
	});

	test('adds up jumps asked for at the same time', async () => {
		const start = clock.now();
		await Promise.all([clock.advance(1000), clock.advance(2000)]);
		expect(clock.now() - start).toBe(3000);
	});

	test('stays a whole number of milliseconds', async () => {
		const start = clock.now();
		await clock.advance(1_000 / 3);
		expect(clock.now() - start).toBe(333);
	});

	test('jumps 100 years, and refuses to go where dates end', async () => {
		const years = 100 * 365 * DAY;
		await clock.advance(years);
		expect(() => clock.advance(years + 1)).toThrow(
			/ms must be a number of milliseconds from 0 to 3153600000000/,
		);
		expect(() => clock.advance(Infinity)).toThrow(RangeError);
	});

	test('refuses to go back', () => {
		expect(() => clock.advance(-1)).toThrow(RangeError);
		expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
	});
});
