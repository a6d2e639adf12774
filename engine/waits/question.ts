import { createHash } from 'node:crypto';

/** One of the answers that a question offers. */
interface Choice {
	/** What the customer sees and taps. */
	title: string;
	/** What the workflow gets if it is chosen. */
	value: string | boolean;
}

/** What a workflow waits for: any text, or one of some choices. */
export type Question = { kind: 'text' } | { kind: 'choice'; choices: Choice[] };

/** What a tap names: the question, by the token of its wait, and the place of the choice in it. */
export interface ChoiceToken {
	wait: string;
	index: number;
}

/** The ID of a wait whose message is sent once under a key: a repeat waits for the same answer. */
export const waitOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** `bmw1:<token of the wait>:<place>`: the ID of a button or row, and the payload of a template's quick reply. */
export const writeChoiceToken = ({ wait, index }: ChoiceToken): string => `bmw1:${wait}:${index}`;

/** Reads what `writeChoiceToken` wrote; `undefined` for anything else. */
export function readChoiceToken(id: string | null): ChoiceToken | undefined {
	const match = /^bmw1:([\w-]+):(\d)$/.exec(id ?? '');
	return match ? { wait: match[1]!, index: Number(match[2]) } : undefined;
}
