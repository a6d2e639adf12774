import { Readable } from 'node:stream';
import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	NodeExecutionHint,
} from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isObject } from '../../../base';
import { BusinessMessaging } from '../../../nodes/BusinessMessaging/BusinessMessaging.node';
import type { Operation } from '../../../nodes/shared/operation';
import { runAction } from '../../../nodes/shared/run-action';
import type { Sandbox } from '../../../sandbox';
import { sandboxCredential } from '../../../tools/main-job/examples';
import { asRead } from '../../support/as-read';

export interface OperationRun {
	/** Of the first output. */
	items: IDataObject[];
	/** Of each other output. */
	others: IDataObject[][];
	/** As n8n gets them. */
	hints: string[];
	/** As people read them. */
	said: string[];
	/** Of each item of the first output. */
	binaries: Array<IBinaryKeyData | undefined>;
}

/** n8n's request helper over fetch. */
async function request({ method = 'GET', url, headers, qs, body }: IHttpRequestOptions) {
	const query = qs ? `?${new URLSearchParams(qs as Record<string, string>).toString()}` : '';
	const answer = await fetch(`${url}${query}`, {
		method,
		headers: { 'content-type': 'application/json', ...(headers as Record<string, string>) },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	const answered: Record<string, string> = {};
	answer.headers.forEach((value, name) => (answered[name] = value));
	return {
		statusCode: answer.status,
		headers: answered,
		body: Readable.from([Buffer.from(text)]),
	};
}

/** n8n's helpers for requests, over fetch. */
export const requestHelpers = { httpRequest: request };

/** A file in memory, as n8n keeps it unless it's set otherwise. */
const prepareBinaryData = (content: Buffer, fileName: string, mimeType: string) =>
	Promise.resolve({ data: content.toString('base64'), fileName, mimeType });

/** The value at a path like `options.policy`. */
export const valueAt = (form: IDataObject, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => (value as IDataObject | undefined)?.[name], form);

/** Whether a form has a field, also one whose expression returned nothing. */
function hasField(form: IDataObject, path: string): boolean {
	const steps = path.split('.');
	const holder = valueAt({ form }, ['form', ...steps.slice(0, -1)].join('.'));
	return isObject(holder) && Object.hasOwn(holder, steps.at(-1)!);
}

/** What n8n finds in a field. A form has an error for an expression that n8n can't read. */
function found(value: unknown): unknown {
	if (value instanceof Error) throw value;
	return value;
}

/** What is chosen in a field with a list, as n8n extracts it. */
const chosenIn = (value: unknown) =>
	typeof value === 'object' && value !== null && 'mode' in value && 'value' in value ? value.value : value;

/** Fields that hold others, each of which can be an expression. */
const COLLECTIONS: ReadonlySet<string> = new Set(['options', 'numberSettings']);

/** One stored form for all: a field that differs between them is an expression that only n8n can read. */
function storedFor(forms: Array<Record<string, unknown>>): Record<string, unknown> {
	const names = new Set(forms.flatMap((form) => Object.keys(form)));
	const storedAt = (name: string): unknown => {
		const [first, ...others] = forms.map((form) => form[name]);
		if (COLLECTIONS.has(name)) return storedFor([first, ...others].map((each) => ({ ...(each as object) })));
		const differs = others.some((value) => JSON.stringify(value) !== JSON.stringify(first));
		return differs ? '={{ $fromTheForm() }}' : first;
	};
	return Object.fromEntries([...names].map((name) => [name, storedAt(name)]));
}

/**
 * Runs an operation against a sandbox, one item for each form. Fields that a form leaves out keep their defaults; `item`
 * is what the item itself has, `credential` changes the credential, `goesOn` continues after an error, with `onError` as the
 * node has it, `asTool` makes it an agent's tool, and `typeVersion` a node of that version. `retryOnFail` is the node's
 * setting, `execution` the ID of its execution, and `stopped` the signal that somebody stops it.
 * @throws the error of the first item that fails
 */
export async function runOperation(
	sandbox: Sandbox,
	operation: Operation,
	...forms: Array<Record<string, unknown>>
): Promise<OperationRun> {
	const hints: string[] = [];
	const defaults = Object.fromEntries(
		(operation.fields ?? []).map(({ name, default: value }) => [name, value]),
	);
	const type = `n8n-nodes-business-messaging.businessMessaging${forms[0]?.asTool === true ? 'Tool' : ''}`;
	const typeVersion = forms[0]?.typeVersion ?? new BusinessMessaging().description.defaultVersion;
	const parameters = storedFor(forms);
	const { onError, retryOnFail, execution = '7' } = forms[0] ?? {};
	const named = { id: '1', name: 'Messaging', type, typeVersion };
	const node = { ...named, parameters, onError, retryOnFail } as unknown as INode;
	const context = {
		getNodeParameter: (
			name: string,
			item: number,
			fallback?: unknown,
			{ extractValue = false }: { extractValue?: boolean } = {},
		) => {
			const form = forms[item] as IDataObject;
			const value = hasField(form, name) ? found(valueAt(form, name)) : (defaults[name] ?? fallback);
			return extractValue ? chosenIn(value) : value;
		},
		evaluateExpression: (expression: string) => expression,
		getCredentials: () =>
			Promise.resolve({
				...sandboxCredential(sandbox).data,
				store: 'sqlite::memory:',
				...(forms[0]?.credential as IDataObject | undefined),
			}),
		getInputData: () => forms.map(({ item = {} }) => ({ json: item })),
		getNode: () => node,
		getExecutionId: () => execution,
		getSignedResumeUrl: () => 'http://n8n/webhook-waiting/7',
		getWorkflow: () => ({ id: 'workflow' }),
		getParentNodes: () => [],
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getTimezone: () => 'UTC',
		getExecuteData: () => ({ data: {} }),
		putExecutionToWait: () => Promise.resolve(),
		getExecutionCancelSignal: () => forms[0]?.stopped,
		continueOnFail: () => forms[0]?.goesOn === true,
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added.map(({ message }) => message)),
		helpers: { ...requestHelpers, prepareBinaryData },
	} as unknown as IExecuteFunctions;
	const outputs = await runAction(context, operation);
	const [items = [], ...others] = outputs.map((output) => output.map(({ json }) => json));
	return {
		items,
		others,
		hints,
		said: hints.map(asRead),
		binaries: (outputs[0] ?? []).map(({ binary }) => binary),
	};
}

/** What n8n shows if an operation fails: the error's message and description. */
export async function failureOf(
	run: Promise<OperationRun>,
): Promise<{ message: string; description: string }> {
	const error: unknown = await run.then(
		({ items }) => new Error(`It didn't fail: ${JSON.stringify(items)}`),
		(failure: unknown) => failure,
	);
	const { message } = error as Error;
	const isOfNode = error instanceof NodeApiError || error instanceof NodeOperationError;
	const description = isOfNode ? (error.description ?? '') : '';
	return { message, description };
}
