import type { ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { ForwardingForm } from '../shared/forwarding';
import type { Silence } from '../shared/silence';
import { readSilence } from '../shared/silence';
import type { OtherNumbers } from './refusals';

/** The form's options. */
export interface Options extends ForwardingForm {
	includeResponses?: boolean;
	numbers?: string[];
	otherNumbers?: OtherNumbers;
	policy?: string;
	reactions?: string[];
	ownReactions?: string;
	simplify?: boolean;
}

type Context = Pick<IWebhookFunctions | ITriggerFunctions, 'getNodeParameter' | 'getNode'>;

export const optionsOf = (context: Context) => context.getNodeParameter('options', {}) as Options;

/**
 * How the trigger waits for silence; `undefined` if it doesn't.
 * @throws NodeOperationError that names everything that is wrong with the fields
 */
export function silenceOf(context: Context): Silence | undefined {
	const problems: string[] = [];
	const silence = readSilence(
		(name, ifMissing) => context.getNodeParameter(name, ifMissing as object),
		problems,
	);
	if (problems.length === 0) return silence;
	throw new NodeOperationError(
		context.getNode(),
		`The trigger can't wait for silence: ${problems.join('; ')}.`,
	);
}
