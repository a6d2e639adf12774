import type { Engine, Facts, Intent } from '../../engine';
import { GatewayError } from '../../gateway';
import type { LearnTemplate } from '../learn-template';
import type { Outcome } from '../outcome';
import { toOutcome, toOutcomeError } from '../outcome';

/** What the rules say of a message, and the facts that they said it from. */
interface Decided {
	outcome: Outcome;
	facts: Facts;
}

/** Asks the rules about one message, and learns its template first if needed. What is read once is used for both. */
export type Decide = (
	intent: Intent,
	options: {
		trace: boolean;
		/** The gateway has just shown that what is known about the template is wrong. */
		lookUp?: boolean;
	},
) => Promise<Decided>;

export function createDecide(engine: Engine, learnTemplate: LearnTemplate): Decide {
	return async (intent, { trace, lookUp = false }) => {
		let { facts, template } = await engine.look(intent);
		let error: GatewayError | undefined;
		try {
			const occasion = { now: facts.now, ...(!lookUp && { known: template }) };
			if (await learnTemplate(intent, occasion)) ({ facts, template } = await engine.look(intent));
		} catch (thrown) {
			if (!(thrown instanceof GatewayError)) throw thrown;
			error = thrown;
		}
		const outcome = toOutcome(await engine.decide(intent, { trace, facts }));
		const wasUnknown = outcome.rule === 'template-never-seen';
		return { outcome: { ...outcome, ...(error && wasUnknown && { error: toOutcomeError(error) }) }, facts };
	};
}
