import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type { Engine, Store } from '../../../engine';
import { createEngine, signPayload } from '../../../engine';
import { execute } from '../../../nodes/BusinessMessagingTrigger/execute';
import { receive } from '../../../nodes/BusinessMessagingTrigger/receive';
import { sharedStore } from '../../../nodes/shared/shared-store';
import type { StorePlace } from '../../support/stores';
import { valueAt } from './run-operation';

interface Trigger {
	/** The phone number id of its credential. */
	channel: string;
	secret: string;
	options?: IDataObject;
	credential?: IDataObject;
	events?: string[];
	/** A test run. */
	isTest?: boolean;
}

interface Taken {
	status: number;
	/** The items that the execution is started with; none if it starts nothing. */
	items: IDataObject[];
	/** What the execution says beside them. */
	hints: string[];
}

export interface TriggerScene {
	store: Store;
	engine: Engine;
	/** The messages in n8n's log. */
	log: string[];
	/** Hands a signed delivery to the webhook of a Business Messaging Trigger. */
	post(trigger: Trigger, body: unknown, headers?: Record<string, string>): Promise<Taken>;
	close(): Promise<void>;
}

/** The Business Messaging Trigger's own code on a store, called as n8n calls it. */
export async function openTriggerScene(place: StorePlace): Promise<TriggerScene> {
	const store = await place.open();
	const log: string[] = [];
	const note = (message: string) => void log.push(message);
	const logger = { debug: note, info: note, warn: note, error: note };

	async function run(items: INodeExecutionData[]): Promise<Omit<Taken, 'status'>> {
		const hints: string[] = [];
		const context = {
			getInputData: () => items,
			addExecutionHints: ({ message }: { message: string }) => hints.push(message),
		};
		const [output = []] = await execute.call(context as unknown as IExecuteFunctions);
		return { items: output.map(({ json }) => json), hints };
	}

	return {
		store,
		engine: createEngine({ store }),
		log,
		async post({ channel, secret, options = {}, credential, events, isTest = false }, body, headers) {
			const rawBody = Buffer.from(JSON.stringify(body));
			const response = {
				statusCode: 200,
				status: (status: number) => Object.assign(response, { statusCode: status }),
				json: () => response,
				end: () => response,
			};
			const parameters: IDataObject = { events: events ?? ['message', 'handover'], options };
			const sent = { 'x-provider-signature': signPayload(rawBody, secret), ...headers };
			const context = {
				getWebhookName: () => 'default',
				getMode: () => (isTest ? 'manual' : 'webhook'),
				getNode: () => ({ id: `node of ${channel}`, name: 'Trigger' }),
				getWorkflow: () => ({ id: `${place.url} ${channel}` }),
				getNodeParameter: (name: string, ifMissing: unknown) => valueAt(parameters, name) ?? ifMissing,
				getHeaderData: () => sent,
				getRequestObject: () => ({ rawBody, headers: sent }),
				getResponseObject: () => response,
				getCredentials: () =>
					Promise.resolve({
						profile: 'gateway',
						baseUrl: 'http://127.0.0.1:9',
						apiKey: 'key',
						phoneNumberId: channel,
						signingSecret: secret,
						store: place.url,
						...credential,
					}),
				helpers: {},
				logger,
			};
			const { workflowData } = await receive.call(context as unknown as IWebhookFunctions);
			const ran = await run(workflowData?.[0] ?? []);
			response.end();
			return { status: response.statusCode, ...ran };
		},
		async close() {
			await (await sharedStore(place.url)).close();
			await place.remove();
		},
	};
}
