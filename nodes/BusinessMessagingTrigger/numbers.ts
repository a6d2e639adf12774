import type { IAllExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Delivery } from '../../receiver';
import { channelsIn } from '../../receiver';
import type { Credential } from '../shared/credential';
import { credentialsOf, listNumbers } from '../shared/credential';
import { readList } from '../shared/read/values';

/** The numbers of the credential that the trigger receives for. */
export const numbersOption: INodeProperties = {
	// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-multi-options
	displayName: 'Numbers',
	name: 'numbers',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getEachNumber' },
	default: [],
	description:
		'Which phone numbers of the credential start the workflow, if it has several. Choose none for all, and for those that are added later. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

type Context = Pick<IAllExecuteFunctions, 'getCredentials' | 'getNode'> & {
	getNodeParameter(name: string, fallback: unknown): unknown;
};

export type Numbers = [Credential, ...Credential[]];

/** The chosen ones of these numbers, or all of them. @throws NodeOperationError if a chosen one isn't there */
export function chosenOf(context: Omit<Context, 'getCredentials'>, numbers: Numbers): Numbers {
	const wanted = readList(context.getNodeParameter('options.numbers', []));
	if (wanted.length === 0) return numbers;
	const missing = wanted.filter((id) => !numbers.some(({ channel }) => channel === id));
	const [first, ...others] = numbers.filter(({ channel }) => wanted.includes(channel));
	if (missing.length === 0 && first) return [first, ...others];
	throw new NodeOperationError(
		context.getNode(),
		`The credential doesn't have the number ${missing.join(', ')}, which is chosen in Numbers`,
		{
			description: `It has these: ${listNumbers(numbers)}. Change Numbers, or add the number to the credential.`,
		},
	);
}

/** The numbers that a trigger receives for. @throws NodeOperationError if a chosen one isn't in the credential */
export const numbersOf = async (context: Context): Promise<Numbers> =>
	chosenOf(context, await credentialsOf(context));

/**
 * The numbers whose secrets a delivery is tried with: those that it names. One that names none of them is an account's,
 * or another number's, and may be signed with any.
 */
export function namedIn({ rawBody }: Pick<Delivery, 'rawBody'>, numbers: Numbers): Numbers {
	if (numbers.length === 1) return numbers;
	const named = channelsIn(rawBody);
	const [first, ...others] = numbers.filter(({ channel }) => named.has(channel));
	return first ? [first, ...others] : numbers;
}
