import type { PossibleAnswer } from './possible-answer';
import type { Question } from './question';

/** A question that was asked in a conversation. */
export interface AskedWait {
	id: string;
	/** What a tap on one of its choices names. */
	token: string;
	question: Question;
	/** When it was asked, by the gateway's clock. Epoch ms */
	askedAt: number;
	/** The messages that ask it, as far as their IDs are known. */
	messageIds: readonly string[];
}

/** Messages are dated in whole seconds, and the gateway's clock is known to 5 s. ms */
const CLOCK_SLACK = 6_000;

const plain = (text: string | undefined) => text?.trim().toLowerCase();

/** A tap also does if it has the token of an earlier try to ask: its message says which question it is of. */
const isMeant = ({ token: own, messageIds }: AskedWait, { token, inReplyTo }: PossibleAnswer) =>
	token?.wait === own || (inReplyTo !== undefined && messageIds.includes(inReplyTo));

/** The place of the choice that an answer makes: the one that was tapped, or whose label the customer wrote. */
export function choiceOf(wait: AskedWait, answer: PossibleAnswer): number | undefined {
	const { question } = wait;
	if (question.kind === 'text') return undefined;
	const { token, text } = answer;
	const index =
		token && isMeant(wait, answer)
			? token.index
			: question.choices.findIndex(({ title }) => plain(title) === plain(text));
	return question.choices[index] && index;
}

/** Whether an answer fits the question, once it is clear that it is meant. */
const fits = (wait: AskedWait, answer: PossibleAnswer) =>
	wait.question.kind === 'text' ? !answer.isOptOut : choiceOf(wait, answer) !== undefined;

/** A tap belongs to its own message alone, whatever its label. What is said to the agent isn't a free text. */
const isForAny = (wait: AskedWait, answer: PossibleAnswer) =>
	!answer.isTap &&
	answer.at >= wait.askedAt - CLOCK_SLACK &&
	(wait.question.kind === 'choice' || answer.isToBusiness);

/**
 * The question of the conversation that a message answers: the one that it names by a tap or as a reply, or else the newest one that it
 * fits. A choice that is written out counts like a tap.
 */
export function answeredWait(waits: readonly AskedWait[], answer: PossibleAnswer): AskedWait | undefined {
	const newestFirst = [...waits].sort((a, b) => b.askedAt - a.askedAt);
	return (
		newestFirst.find((wait) => isMeant(wait, answer) && fits(wait, answer)) ??
		newestFirst.find((wait) => isForAny(wait, answer) && fits(wait, answer))
	);
}
