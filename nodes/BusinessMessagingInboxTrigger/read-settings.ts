import type { ITriggerFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText } from '../../base';
import type { BatchEnd, Subscription } from '../../engine';
import { problemsOf } from '../../receiver';
import type { Credential } from '../shared/credential';
import { readTime } from '../shared/read/read-time';
import { options as optionFields } from './fields';
import type { Form } from './read-filters';
import { readFilters } from './read-filters';

export type OnFailure = Pick<BatchEnd & { kind: 'failed' }, 'tries' | 'inHalves'>;

/** What the form asks for. All times in ms. */
export interface Settings {
	subscription: Subscription;
	/** Where this trigger itself listens. */
	receiver?: { port: number; path: string; host?: string };
	batchSize: number;
	maxWaitMs: number;
	concurrency: number;
	leaseMs: number;
	longestRunMs: number;
	keeping: { events: number; sends: number };
	onFailure: OnFailure;
	policy: string;
	withRaw: boolean;
}

/** The form's options. Times in the units of their fields. */
interface Options {
	concurrency: number;
	host: string;
	keepEvents: number;
	keepSends: number;
	lease: number;
	longestRun: number;
	onReactivation: 'fromNow' | 'fromStart' | 'whereItStood';
	partitions: number;
	path: string;
	policy: string;
	simplify: boolean;
	startTime: string;
	tries: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;

/** n8n fills in the defaults of all fields except those in collections. */
const defaultOptions = Object.fromEntries(
	optionFields.map(({ name, default: value }) => [name, value]),
) as unknown as Options;

/** Reads numbers, and remembers those that are out of bounds. */
function numberReader(problems: string[]) {
	return (label: string, value: unknown, [least, most]: [number, number], { whole = true } = {}): number => {
		const number = Number(value);
		const fits = number >= least && number <= most && (!whole || Number.isInteger(number));
		if (!fits) problems.push(`${label} must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
		return number;
	};
}

function readReceiver(form: Form, { host, path }: Options): Settings['receiver'] {
	if (form('deliveries') === 'elsewhere') return undefined;
	return { port: form('port'), path, ...(host !== '' && { host }) };
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

/**
 * Reads the form.
 * @throws NodeOperationError that names everything that is wrong with it
 */
export function readSettings(context: ITriggerFunctions, credential: Credential): Settings {
	const [workflow, node] = [context.getWorkflow(), context.getNode()];
	const problems: string[] = [];
	const number = numberReader(problems);
	const form: Form = (name) => context.getNodeParameter(name) as never;
	const options = { ...defaultOptions, ...form<Partial<Options>>('options') };

	const filters = readFilters(form, credential);
	if (form('numbers') === 'chosen' && filters.channels.length === 1) {
		problems.push('Phone Number IDs is empty; enter the IDs, separated by commas');
	}
	const receiver = readReceiver(form, options);
	if (receiver) problems.push(...problemsOf({ ...receiver, secret: credential.signingSecrets }));
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
		batchSize: number('Batch Size', form('batchSize'), [1, 500]),
		maxWaitMs: SECOND * number('Maximum Wait', form('maxWait'), [0, 60], { whole: false }),
		concurrency: Math.min(partitions, number('Executions at a Time', options.concurrency, [1, 256])),
		leaseMs: SECOND * number('Lease', options.lease, [5, 3_600]),
		longestRunMs: MINUTE * number('Longest Execution', options.longestRun, [1, 100_000]),
		keeping: {
			events: DAY * number('Keep Events', options.keepEvents, [1, 10_000]),
			sends: DAY * number('Keep Sends', options.keepSends, [1, 10_000]),
		},
		onFailure: readOnFailure(form, number('Tries', options.tries, [1, 20])),
		policy: options.policy,
		withRaw: !options.simplify,
	};
	if (problems.length === 0) return settings;
	throw new NodeOperationError(node, `The inbox can't be read: ${problems.join('; ')}.`);
}
