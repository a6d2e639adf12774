import { join } from 'node:path';
import type { Credential, Workflow } from '../../n8n';
import { ROOT } from '../../sources';
import { ACCOUNT } from './delivery';

/** The folder of the bare trigger, for N8N_CUSTOM_EXTENSIONS. */
export const BARE_TRIGGER = join(ROOT, 'tools/bench/answer/bare-trigger');

/** What every customer is answered. */
const TEXT = 'Thank you for your message. We will answer within the hour.';

/** A number delivers to one trigger, so each of our triggers has one of its own. */
const NUMBERS = {
	answers: '106540352242922',
	alone: '106540352242923',
	inbox: '106540352242924',
} as const;

const INBOX_PATH = '/inbox';

type Use = keyof typeof NUMBERS;

const credentialOf = (number: Use) => ({
	businessMessagingApi: { id: number, name: `Bench gateway, ${number}` },
});

/** The credentials of all numbers. They share a store. */
export const credentialsFor = (baseUrl: string, signingSecret: string, store: string): Credential[] =>
	(Object.keys(NUMBERS) as Use[]).map((number) => ({
		...credentialOf(number).businessMessagingApi,
		type: 'businessMessagingApi',
		data: {
			profile: 'gateway',
			baseUrl,
			apiKey: 'bench',
			phoneNumberId: NUMBERS[number],
			accountId: ACCOUNT,
			signingSecret,
			store,
			overrideHeaders: false,
		},
	}));

type Node = Pick<Workflow['nodes'][number], 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** A workflow of a trigger, and a node after it if there is one. */
function workflowOf(id: string, trigger: Node, next?: Node): Workflow {
	const nodes = [trigger, ...(next ? [next] : [])].map((node, index) => ({
		...node,
		id: `${id}-${index}`,
		name: index === 0 ? 'Trigger' : 'Answer',
		position: [240 * index, 0] as [number, number],
		...(index === 0 && { webhookId: id }),
	}));
	const connections = next ? { Trigger: { main: [[{ node: 'Answer', type: 'main', index: 0 }]] } } : {};
	return { id, name: id, nodes, connections, settings: { executionOrder: 'v1' } } as Workflow;
}

const webhookNode: Node = {
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { httpMethod: 'POST', path: 'plain', responseMode: 'onReceived', options: {} },
};

const httpRequest = (gateway: string): Node => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${gateway}/messages`,
		sendHeaders: true,
		sendBody: true,
		headerParameters: { parameters: [{ name: 'x-api-key', value: 'bench' }] },
		specifyBody: 'json',
		jsonBody: `={{ { messaging_product: 'whatsapp', to: $json.body.entry[0].changes[0].value.messages[0].from, type: 'text', text: { body: ${JSON.stringify(TEXT)} } } }}`,
		options: {},
	},
});

const ourTrigger = (number: Use): Node => ({
	type: 'n8n-nodes-business-messaging.businessMessagingTrigger',
	typeVersion: 1.1,
	parameters: { events: ['message', 'handover'], options: {} },
	credentials: credentialOf(number),
});

/** It listens on a port of its own, so that no webhook of n8n is between. */
const inboxTrigger = (port: number): Node => ({
	type: 'n8n-nodes-business-messaging.businessMessagingInboxTrigger',
	typeVersion: 1,
	parameters: {
		events: ['message', 'handover'],
		deliveries: 'here',
		port,
		maxWait: 0,
		options: { host: '127.0.0.1', path: INBOX_PATH },
	},
	credentials: credentialOf('inbox'),
});

const sendAuto = (number: Use): Node => ({
	type: 'n8n-nodes-business-messaging.businessMessaging',
	typeVersion: 1.1,
	parameters: {
		resource: 'message',
		operation: 'sendAuto',
		to: '={{ $json.contact }}',
		freeformType: 'text',
		text: TEXT,
		template: { __rl: true, mode: 'list', value: '' },
		options: {},
	},
	credentials: credentialOf(number),
});

const bareTrigger: Node = { type: 'CUSTOM.bareTrigger', typeVersion: 1, parameters: {} };

/** One way of taking in a customer's message, and answering it. */
export interface Way {
	name: string;
	/** The number that the customers write to. */
	channel: string;
	/** The path that takes the deliveries. */
	path: string;
	/** Whether that is one of the port that is free for a trigger, not of n8n. */
	isOfOwnPort?: true;
	/** @param port a free one */
	workflow: (gateway: string, port: number) => Workflow;
	/** Whether it sends an answer. If not, n8n's answer to the delivery counts. */
	answers: boolean;
	/** The way that it is compared with; itself for a reference. */
	reference: string;
}

const PLAIN = "n8n's Webhook node → HTTP Request node";
const BARE = 'a bare trigger';

/** They run in turns, in this order. */
export const WAYS: readonly Way[] = [
	{
		name: PLAIN,
		channel: NUMBERS.answers,
		path: '/webhook/plain',
		workflow: (gateway) => workflowOf('plain', webhookNode, httpRequest(gateway)),
		answers: true,
		reference: PLAIN,
	},
	{
		name: 'Business Messaging Trigger → Send Auto',
		channel: NUMBERS.answers,
		path: '/webhook/ours/webhook',
		workflow: () => workflowOf('ours', ourTrigger('answers'), sendAuto('answers')),
		answers: true,
		reference: PLAIN,
	},
	{
		name: 'Inbox Trigger with a port of its own → Send Auto',
		channel: NUMBERS.inbox,
		path: INBOX_PATH,
		isOfOwnPort: true,
		workflow: (_, port) => workflowOf('inbox', inboxTrigger(port), sendAuto('inbox')),
		answers: true,
		reference: PLAIN,
	},
	{
		name: BARE,
		channel: NUMBERS.answers,
		path: '/webhook/bare/webhook',
		workflow: () => workflowOf('bare', bareTrigger),
		answers: false,
		reference: BARE,
	},
	{
		name: 'Business Messaging Trigger',
		channel: NUMBERS.alone,
		path: '/webhook/alone/webhook',
		workflow: () => workflowOf('alone', ourTrigger('alone')),
		answers: false,
		reference: BARE,
	},
];
