import type { ITriggerFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { DAY, errorText, MINUTE, SECOND } from '../../base';
import { problemsOf } from '../../receiver';
import type { Credential } from '../shared/credential';
import { listNumbers } from '../shared/credential';
import type { HeldBy } from '../shared/events/choose-events';
import { readChoice } from '../shared/events/choose-events';
import type { ForwardingForm } from '../shared/forwarding';
import { readForwarding } from '../shared/forwarding';
import type { InboxReading } from '../shared/inbox/read-inbox';
import type { OnFailure } from '../shared/inbox/to-batch-end';
import { numberReader, readTime } from '../shared/read/values';
import { readSilence } from '../shared/silence';
import { LARGEST_BATCH, options as optionFields } from './fields';
import type { Form } from './read-filters';
import { NO_NUMBER, readFilters } from './read-filters';

/** What the form asks for. */
export interface Settings extends InboxReading {
	/** Where this trigger itself listens, and the other numbers that its secret speaks for. */
	receiver?:
		| {
				port: number;
				path: string;
				host?: string;
				others: readonly string[] | 'all';
				forwardTo: string[];
				privateHosts: string[];
		  }
		| undefined;
}

/** The form's options. Times in the units of their fields. */
interface Options extends ForwardingForm {
	concurrency: number;
	host: string;
	includeResponses: boolean;
	keepEvents: number;
	keepSends: number;
	lease: number;
	longestRun: number;
	onReactivation: 'fromNow' | 'fromStart' | 'whereItStood';
	ownReactions: string;
	partitions: number;
	path: string;
	policy: string;
	reactions: string[];
	simplify: boolean;
	startTime: string;
	tries: number;
}

/** n8n fills in the defaults of all fields except those in collections. */
const defaultOptions = Object.fromEntries(
	optionFields.map(({ name, default: value }) => [name, value]),
) as unknown as Options;

/**
 * Where the trigger listens. Several numbers of a credential have secrets of their own, which speak for no other of
 * them.
 */
function readReceiver(
	form: Form,
	options: Options,
	{ channels, numbers }: { channels: readonly string[]; numbers: readonly Credential[] },
): Settings['receiver'] {
	const { host, path } = options;
	if (form('deliveries') === 'elsewhere') return undefined;
	const isOwn = (id: string) => numbers.length > 1 && numbers.some(({ channel }) => channel === id);
	const chosen = channels.filter((channel) => channel !== NO_NUMBER && !isOwn(channel));
	const others = channels.length === 0 && numbers.length === 1 ? 'all' : chosen;
	return { port: form('port'), path, others, ...(host !== '' && { host }), ...readForwarding(options) };
}

function readStartTime(startTime: string, timeZone: string, problems: string[]): 'now' | number {
	try {
		return readTime(startTime, 'Start Time', timeZone) ?? 'now';
	} catch (error) {
		problems.push(errorText(error));
		return 'now';
	}
}

function readOnFailure(form: Form, tries: number): OnFailure {
	const choice = form<'deadLetters' | 'repeat' | 'repeatInHalves'>('onFailure');
	return choice === 'deadLetters' ? {} : { tries, inHalves: choice === 'repeatInHalves' };
}

/** What is wrong with where the trigger listens, and the numbers that it can't receive for. */
function problemsOfReceiver(
	receiver: NonNullable<Settings['receiver']>,
	numbers: readonly Credential[],
): string[] {
	const silent = numbers.filter(({ signingSecrets }) => signingSecrets.length === 0);
	const [{ signingSecrets: secret } = { signingSecrets: [] }] = numbers;
	if (numbers.length === 1) return problemsOf({ ...receiver, secret });
	const ofPort = problemsOf({ ...receiver, secret: 'each number has its own' });
	if (silent.length === 0) return ofPort;
	return [...ofPort, `the credential has no signing secret for ${listNumbers(silent)}`];
}

/**
 * Reads the form.
 * @throws NodeOperationError that names everything that is wrong with it
 */
export function readSettings(context: ITriggerFunctions, numbers: readonly Credential[]): Settings {
	const [workflow, node] = [context.getWorkflow(), context.getNode()];
	const problems: string[] = [];
	const number = numberReader(problems);
	const days = (label: string, value: number) => DAY * number(label, value, [1, 10_000]);
	const form: Form = (name) => context.getNodeParameter(name) as never;
	const given = form<Partial<Options>>('options');
	const options = { ...defaultOptions, ...given };

	const choice = readChoice({
		events: form('events'),
		heldBy: context.getNodeParameter('heldBy', 'either') as HeldBy,
		...options,
	});
	const filters = readFilters(form, numbers, choice);
	if (form('numbers') === 'chosen' && filters.channels.length === 1) {
		problems.push('Phone Number IDs is empty; enter the IDs, separated by commas');
	}
	const receiver = readReceiver(form, options, { channels: filters.channels, numbers });
	if (receiver) problems.push(...problemsOfReceiver(receiver, numbers));
	const startTime = readStartTime(options.startTime, context.getTimezone(), problems);
	const reactivated = { fromNow: 'now', fromStart: startTime, whereItStood: 'where-it-stood' } as const;
	// A start of n8n, another leader, and a changed workflow aren't reactivations.
	const isReactivated = context.getActivationMode() === 'activate';
	const partitions = number('Partitions', options.partitions, [1, 256]);

	const settings: Settings = {
		subscription: {
			...filters,
			id: `${workflow.id}/${node.id}`,
			name: `${workflow.name ?? workflow.id}: ${node.name}`,
			partitions,
			from: isReactivated ? reactivated[options.onReactivation] : 'where-it-stood',
			firstFrom: startTime,
		},
		receiver,
		gather: readSilence((name, ifMissing) => context.getNodeParameter(name, ifMissing as object), problems),
		batchSize: number('Batch Size', form('batchSize'), [1, LARGEST_BATCH]),
		maxWaitMs:
			SECOND * number('Maximum Wait', context.getNodeParameter('maxWait', 0), [0, 60], { whole: false }),
		concurrency: Math.min(partitions, number('Executions at a Time', options.concurrency, [1, 256])),
		leaseMs: SECOND * number('Lease', options.lease, [5, 3_600]),
		longestRunMs: MINUTE * number('Longest Execution', options.longestRun, [1, 100_000]),
		// What isn't set here is as the store has it, for everyone who uses it.
		keeping: {
			...(given.keepEvents !== undefined && { events: days('Keep Events', given.keepEvents) }),
			...(given.keepSends !== undefined && { sends: days('Keep Sends', given.keepSends) }),
		},
		onFailure: readOnFailure(form, number('Tries', options.tries, [1, 20])),
		policy: options.policy,
		choice,
		withRaw: !options.simplify,
		withResponses: options.includeResponses,
	};
	if (problems.length === 0) return settings;
	throw new NodeOperationError(node, `The inbox can't be read: ${problems.join('; ')}.`);
}
