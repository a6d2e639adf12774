import { createEngine, lintPolicy } from '../../../engine';
import { takeIn } from '../../support/take-in';
import { decisionCases } from '../../support/decision-cases';
import { NOW, openEngineScene } from '../../support/engine-scene';

const cases = decisionCases(NOW);

it('the table has at least 60 cases, each with a name of its own', () => {
	expect(cases.length).toBeGreaterThanOrEqual(60);
	expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

describe('the decision table', () => {
	it.each(cases)('$name', async ({ policy, happened, intent, expected }) => {
		const scene = await openEngineScene(policy);
		await takeIn(scene.engine, happened);
		const { action, rule, retryAt, reason } = await scene.engine.decide(intent);
		expect({ action, rule, retryAt }).toEqual({ retryAt: undefined, ...expected });
		expect(reason).toMatch(/^[A-Z].*\.$/);
		expect(reason).not.toMatch(/[{}]|undefined/);
		expect(lintPolicy(policy)).toEqual([]);
		await scene.close();
	});

	it('says the same of all cases in one store', async () => {
		const scene = await openEngineScene();
		for (const { happened } of cases) await takeIn(scene.engine, happened);
		for (const { name, policy, intent, expected } of cases) {
			const engine = createEngine({ store: scene.store, policy, now: () => NOW });
			const { action, rule, retryAt } = await engine.decide(intent);
			expect({ name, action, rule, retryAt }).toEqual({ name, retryAt: undefined, ...expected });
		}
		await scene.close();
	});
});
