import type { IDataObject, INodeExecutionData, IRun, ITriggerFunctions } from 'n8n-workflow';
import { requestHelpers, valueAt } from './run-operation';

interface Deferred {
	promise: Promise<IRun>;
	resolve(run: IRun): void;
}

/** What n8n's helper of this name makes. */
function deferred(): Deferred {
	let resolve: Deferred['resolve'] = () => {};
	const promise = new Promise<IRun>((done) => (resolve = done));
	return { promise, resolve };
}

interface TriggerScene {
	/** The filled-in form. */
	form: IDataObject;
	/** The ID of the workflow; each has a subscription of its own. */
	workflow: string;
	/** Reads the credential, as often as the trigger asks. */
	credential(): object;
	/** Gets what is reported as a failed execution: message and description. */
	reported: string[];
	/** Gets the warnings in n8n's log. */
	logged?: string[];
	/** Gets the items of the executions that the trigger starts; each of them succeeds. */
	started?: IDataObject[];
}

/** The context of a published trigger. */
export function triggerContext({
	form,
	workflow,
	credential,
	reported,
	logged = [],
	started = [],
}: TriggerScene): ITriggerFunctions {
	const note = () => {};
	return {
		getCredentials: () => Promise.resolve(credential()),
		getNode: () => ({ id: 'node', name: 'Trigger' }),
		getWorkflow: () => ({ id: workflow, name: 'Workflow' }),
		getMode: () => 'trigger',
		getActivationMode: () => 'activate',
		getTimezone: () => 'UTC',
		getNodeParameter: (name: string, ifMissing: unknown) => valueAt(form, name) ?? ifMissing,
		logger: { debug: note, info: note, warn: (text: string) => logged.push(text), error: note },
		saveFailedExecution: ({ message, description }: { message: string; description: string }) =>
			reported.push(`${message}: ${description}`),
		emit([items]: INodeExecutionData[][], _: undefined, done: Deferred) {
			started.push(...items!.map(({ json }) => json));
			done.resolve({ status: 'success', data: { resultData: { runData: {} } } } as IRun);
		},
		helpers: { ...requestHelpers, createDeferredPromise: deferred },
	} as unknown as ITriggerFunctions;
}
