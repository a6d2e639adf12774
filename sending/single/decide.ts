import type { Decision, Engine, Facts, Intent } from '../../engine';
import { GatewayError } from '../../gateway';
import type { LearnTemplate } from '../learn-template';
import type { Outcome } from '../outcome';
import { toOutcome, toOutcomeError } from '../outcome';

/** What the rules say of a message, and the facts that they said it from. */
interface Decided {
	outcome: Outcome;
	facts: Facts;
	/** The number that the template has to go to, instead of a user id. */
	sendTo?: string;
	/** What the decision depends on. */
	caps?: Decision['caps'];
}

/** Asks the rules about one message, and learns its template first if needed. What is read once is used for both. */
export type Decide = (
	intent: Intent,
	options: {
		trace: boolean;
		/** The gateway has just shown that what is known about the template is wrong. */
		lookUp?: boolean;
		/** The key of the message's own send, which doesn't count toward its caps. */
		without?: string;
	},
) => Promise<Decided>;

export function createDecide(engine: Engine, learnTemplate: LearnTemplate): Decide {
	return async (intent, { trace, lookUp = false, without }) => {
		const look = () => engine.look(intent, { without });
		let { facts, template, sendTo } = await look();
		let error: GatewayError | undefined;
		try {
			const occasion = { now: facts.now, ...(!lookUp && { known: template }) };
			if (await learnTemplate(intent, occasion)) ({ facts, template, sendTo } = await look());
		} catch (thrown) {
			if (!(thrown instanceof GatewayError)) throw thrown;
			error = thrown;
		}
		const { caps, ...decision } = await engine.decide(intent, { trace, facts });
		const outcome = toOutcome(decision);
		const wasUnknown = outcome.rule === 'template-never-seen';
		const failure = error && wasUnknown && { error: toOutcomeError(error) };
		return {
			outcome: { ...outcome, ...failure },
			facts,
			...(sendTo !== undefined && { sendTo }),
			...(caps && { caps }),
		};
	};
}
