import type { Decision, Engine, Facts, Intent, LoggedPolicy, SentAs } from '../../engine';
import { GatewayError } from '../../gateway';
import type { LearnTemplate } from '../learn-template';
import type { Outcome, OutcomeError } from '../message';
import { toOutcome, toOutcomeError } from '../message';

/** What was decided about a message. */
export interface Decided<Said extends Outcome = Outcome> {
	outcome: Said;
	/** When that was so. Epoch ms of the gateway's clock */
	now: number;
	/** What it was decided from, if something was looked at. */
	facts?: Facts;
	/** The policy that said so, unless something else did. */
	policy?: LoggedPolicy;
	/** The number that the template has to go to, instead of a user id. */
	sendTo?: string;
	/** What the rules counted. */
	caps?: Decision['caps'];
	/** What it adds to what is spent. */
	reserve?: Decision['reserve'];
	/** What it was expected to cost. */
	estimate?: Decision['estimate'];
	/** What the gateway refused before this was decided. */
	refused?: { error: OutcomeError; now: number };
}

/** An outcome that says in which form a message goes out. */
export type Sendable = Outcome & { action: SentAs };

/** Whether a message goes out. */
export const isSendable = (decided: Decided): decided is Decided<Sendable> =>
	decided.outcome.action === 'freeform' || decided.outcome.action === 'template';

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
) => Promise<Decided & { facts: Facts }>;

export function createDecide(engine: Engine, learnTemplate: LearnTemplate): Decide {
	return async (intent, { trace, lookUp = false, without }) => {
		const look = () => engine.look(intent, { without });
		let { facts, template, sendTo, to } = await look();
		let error: GatewayError | undefined;
		try {
			const occasion = { now: facts.now, ...(!lookUp && { known: template }) };
			if (await learnTemplate(intent, occasion)) ({ facts, template, sendTo, to } = await look());
		} catch (thrown) {
			if (!(thrown instanceof GatewayError)) throw thrown;
			error = thrown;
		}
		const { caps, reserve, estimate, ...decision } = await engine.decide(intent, { trace, facts, to });
		const outcome = toOutcome(decision);
		const wasUnknown = outcome.rule === 'template-never-seen';
		const failure = error && wasUnknown && { error: toOutcomeError(error) };
		return {
			outcome: { ...outcome, ...failure },
			now: facts.now,
			facts,
			policy: engine.policy,
			sendTo,
			caps,
			reserve,
			estimate,
		};
	};
}
