import { setTimeout as sleep } from 'node:timers/promises';
import { VirtualClock } from '../../sandbox/clock';

describe('the virtual clock', () => {
	let clock: VirtualClock;
	beforeEach(() => (clock = new VirtualClock()));
	afterEach(() => clock.close());

	test('starts at the real time and runs with it', async () => {
		expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
		const start = clock.now();
		await sleep(30);
		expect(clock.now() - start).toBeGreaterThanOrEqual(25);
		expect(clock.now() - start).toBeLessThan(1000);
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
		expect(clock.now() - start).toBeGreaterThanOrEqual(5000);
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
		await sleep(60);
		expect(ran).toEqual(['kept']);
	});

	test('adds up jumps asked for at the same time', async () => {
		const start = clock.now();
		await Promise.all([clock.advance(1000), clock.advance(2000)]);
		expect(clock.now() - start).toBeGreaterThanOrEqual(3000);
	});

	test('refuses to go back', () => {
		expect(() => clock.advance(-1)).toThrow(RangeError);
		expect(() => clock.advance(Number.NaN)).toThrow(RangeError);
	});
});
