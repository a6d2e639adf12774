import { createEngine, lintPolicy } from '../../../engine';
import { takeIn } from '../../support/take-in';
import type { DecisionCase } from '../../support/decision-cases';
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

	/** Whether a case shows that the business agent answers on the number: then it holds each conversation by default. */
	const showsAgent = ({ happened }: DecisionCase) =>
		/standby|messaging_handovers/.test(JSON.stringify(happened));

	it.each([
		['on a number with an agent', cases.filter(showsAgent)],
		['on a number without one', cases.filter((one) => !showsAgent(one))],
	])('says the same of all cases in one store, %s', async (_, some) => {
		expect(some.length).toBeGreaterThan(5);
		const scene = await openEngineScene();
		for (const { happened } of some) await takeIn(scene.engine, happened);
		for (const { name, policy, intent, expected } of some) {
			const engine = createEngine({ store: scene.store, policy, now: () => NOW });
			const { action, rule, retryAt } = await engine.decide(intent);
			expect({ name, action, rule, retryAt }).toEqual({ name, retryAt: undefined, ...expected });
		}
		await scene.close();
	});
});
