import { checkModel } from '../tools/bench/scaling/check';
import { costs } from '../tools/bench/scaling/costs';
import type { Setup } from '../tools/bench/scaling/simulate';
import { simulate } from '../tools/bench/scaling/simulate';
import { size } from '../tools/bench/scaling/size';
import { seededRandom } from './support/seeded-random';

const LOAD = { numbers: 10, rate: 80, replies: 0.05, cores: 4 };
const ENOUGH = { ...size(LOAD, costs), workers: 10, receivers: 4, cores: 16 };

const run = (setup: Setup, seed = 1) => simulate(setup, costs, 2, seededRandom(seed).next);

it('the same seed has the same result', () => {
	expect(run(ENOUGH)).toEqual(run(ENOUGH));
	expect(run(ENOUGH, 2)).not.toEqual(run(ENOUGH));
});

it('what suffices by the costs sends everything in its slot, and takes everything in', () => {
	const { sent, answered, utilization } = run(size(LOAD, costs));
	expect(sent).toEqual({ share: expect.closeTo(1, 1), p99: 0 });
	expect(answered.share).toBeCloseTo(1, 1);
	expect(Math.max(...Object.values(utilization))).toBeLessThan(0.8);
});

it('a worker sends what its processor time allows, and is the limit', () => {
	const { sent, limits } = run({ ...ENOUGH, numbers: 40, receivers: 16, workers: 1 });
	const possible = 1_000 / costs.workerSlow;
	expect(limits).toEqual(['workers']);
	expect(sent.share).toBeCloseTo(possible / (40 * 80), 1);
});

it('Postgres is the limit if its cores are', () => {
	const slow = { ...costs, postgresSlow: 10 };
	const { sent, limits } = simulate({ ...ENOUGH, cores: 2 }, slow, 2, seededRandom(1).next);
	expect(limits).toContain('postgres');
	expect(sent.share).toBeLessThan(0.5);
});

it('the counter of the inbox is the limit of one store, however many receivers there are, and not of two', () => {
	const load = { ...ENOUGH, numbers: 30, workers: 30, servers: 1, receivers: 20 };
	const alone = run({ ...load, databases: 1 });
	expect(alone.limits).toEqual(['counter']);
	expect(alone.answered.share).toBeLessThan(0.9);
	const two = run({ ...load, databases: 2 });
	expect(two.limits).not.toContain('counter');
	expect(two.answered.share).toBeCloseTo(1, 1);
});

it.each(checkModel(costs))('the model agrees with what was measured: $measured', ({ measured, model }) => {
	expect(model.perSecond / measured.answered).toBeGreaterThan(0.75);
	expect(model.perSecond / measured.answered).toBeLessThan(1.25);
});
