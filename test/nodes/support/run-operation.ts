import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INode,
	NodeExecutionHint,
} from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { Operation } from '../../../nodes/shared/operation';
import { runAction } from '../../../nodes/shared/run-action';
import type { Sandbox } from '../../../sandbox';
import { sandboxCredential } from '../../../tools/main-job/examples';

export interface OperationRun {
	items: IDataObject[];
	hints: string[];
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
		body: text === '' ? undefined : (JSON.parse(text) as unknown),
	};
}

/**
 * Runs an operation against a sandbox, one item for each form. Fields that a form leaves out keep their defaults.
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
	const context = {
		getNodeParameter: (name: string, item: number, fallback?: unknown) =>
			forms[item]![name] ?? defaults[name] ?? fallback,
		getCredentials: () => Promise.resolve({ ...sandboxCredential(sandbox).data, store: 'sqlite::memory:' }),
		getInputData: () => forms.map(() => ({ json: {} })),
		getNode: () => ({ name: 'Messaging' }) as INode,
		continueOnFail: () => false,
		addExecutionHints: (...added: NodeExecutionHint[]) => hints.push(...added.map(({ message }) => message)),
		helpers: {
			httpRequestWithAuthentication: (_credential: string, options: IHttpRequestOptions) => request(options),
		},
	} as unknown as IExecuteFunctions;
	const [output = []] = await runAction(context, operation);
	return { items: output.map(({ json }) => json), hints };
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
	const description = error instanceof NodeApiError ? (error.description ?? '') : '';
	return { message, description };
}
