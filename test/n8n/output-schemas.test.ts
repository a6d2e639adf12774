import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { resources } from '../../nodes/BusinessMessaging/resources';
import { operations as campaignOperations } from '../../nodes/BusinessMessagingCampaign/operations';
import { operations as inboxOperations } from '../../nodes/BusinessMessagingInbox/operations';
import type { Execution, N8n, WorkflowNode } from '../../tools/n8n';
import { itemsOf, poll, startN8n } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ROOT } from '../../tools/sources';
import { code, inbox, inboxTrigger } from './support/inbox';
import { byHand, campaign, line, messaging, trigger } from './support/workflows';

type Node = Omit<WorkflowNode, 'id' | 'position'>;

const [ADA, BEA, CEM] = ['491701111111', '491702222222', '491703333333'];
const PACKAGE = 'n8n-nodes-business-messaging';
const OTHER = 'http://127.0.0.1:9/other';

/** The nodes whose operations have output schemas, with all their operations. */
const NODES = {
	BusinessMessaging: resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}/${operation.value}`),
	),
	BusinessMessagingCampaign: campaignOperations.map(({ value }) => value),
	BusinessMessagingInbox: inboxOperations.map(({ value }) => value),
};

interface Schema {
	type: 'object' | 'array' | 'string' | 'number' | 'boolean';
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Every schema, by the node and the path of the operation. */
const schemas = Object.keys(NODES).flatMap((node) => {
	const folder = join(ROOT, 'nodes', node, '__schema__/v1.0.0');
	return readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => {
			const path = file.replace(/\.json$/, '').replaceAll(sep, '/');
			return [`${node}/${path}`, JSON.parse(readFileSync(join(folder, file), 'utf8')) as Schema] as const;
		});
});

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** Objects and lists whose fields depend on what the user wrote: the schema names none. */
function freeIn(schema: Schema, path = '$'): string[] {
	const { type, properties, items } = schema;
	if (type === 'object' && !properties) return [path];
	const inner = Object.entries(properties ?? {}).flatMap(([name, each]) => freeIn(each, `${path}.${name}`));
	return [...inner, ...(items ? freeIn(items, `${path}[]`) : [])];
}

/** The paths of an object's fields, with their types; nothing is known of the type of what is null, or in no list. */
function pathsOf(value: unknown, path = '$'): Array<[path: string, type: string]> {
	if (value === null || value === undefined) return [[path, 'null']];
	const inner = Array.isArray(value)
		? (value.length > 0 ? value : [null]).flatMap((each) => pathsOf(each, `${path}[]`))
		: typeof value === 'object'
			? Object.entries(value).flatMap(([name, each]) => pathsOf(each, `${path}.${name}`))
			: [];
	return [[path, typeOf(value)], ...inner];
}

function pathsOfSchema({ type, properties = {}, items }: Schema, path = '$'): Array<[string, string]> {
	const inner = Object.entries(properties).flatMap(([name, each]) => pathsOfSchema(each, `${path}.${name}`));
	return [[path, type], ...inner, ...(items ? pathsOfSchema(items, `${path}[]`) : [])];
}

const isBelow = (path: string, others: string[]) =>
	others.some((other) => path.startsWith(other) && path !== other);

const HELLO = { __rl: true, mode: 'name', value: 'hello/en_US' };
const rule = {
	name: 'closing',
	conditions: { condition: [{ fact: 'window', operator: 'equal', value: 'open' }] },
	decision: 'hold',
	reason: 'The window is open.',
	retryAt: 'windowClosesAt',
};

const SPARE = { __rl: true, mode: 'name', value: 'spare/en_US' };
const SALE = { __rl: true, mode: 'id', value: 'sale' };
const created = '={{ $("BusinessMessaging/group/create").first().json.id }}';
const uploaded = '={{ $("BusinessMessaging/media/upload").first().json.id }}';

/** What the calls refer to. */
interface Scene {
	club: string;
	requests: string[];
	subscription: string;
}

/** The parameters of each operation, in the order of the calls, so that as much as possible comes out. */
const parametersIn = ({
	club,
	requests,
	subscription,
}: Scene): Readonly<Record<string, Record<string, unknown>>> => ({
	'BusinessMessaging/message/sendAuto': { to: ADA, text: 'Hello', template: HELLO },
	'BusinessMessaging/message/sendMessage': { to: ADA, freeformType: 'text', text: 'Hello' },
	'BusinessMessaging/message/sendTemplate': { to: '491709999999', template: HELLO },
	'BusinessMessaging/message/sendText': { to: ADA, text: 'Hello' },
	'BusinessMessaging/message/markAsRead': { messageId: 'wamid.in' },
	'BusinessMessaging/template/create': {
		templateName: 'news',
		templateLanguage: 'en_US',
		templateBody: 'News from us.',
	},
	'BusinessMessaging/template/get': { template: HELLO },
	'BusinessMessaging/template/getLifecycle': { template: HELLO },
	'BusinessMessaging/template/getMany': {},
	'BusinessMessaging/template/edit': { template: SPARE, templateBody: 'Another text from us.' },
	'BusinessMessaging/template/delete': { template: SPARE },
	'BusinessMessaging/template/validate': {
		templateName: 'News',
		templateLanguage: 'en_US',
		templateBody: 'News from us.',
	},
	'BusinessMessaging/conversation/getState': { customer: ADA },
	'BusinessMessaging/conversation/getMany': {},
	'BusinessMessaging/conversation/setHolder': { customer: ADA, holder: 'business' },
	'BusinessMessaging/conversation/setOptOut': { customer: ADA, optOutCategory: 'MARKETING' },
	'BusinessMessaging/conversation/release': { customer: ADA },
	'BusinessMessaging/conversation/take': { customer: ADA },
	'BusinessMessaging/conversation/pass': { customer: ADA },
	'BusinessMessaging/policy/save': {
		policyName: 'mine',
		policyDescription: 'Mine',
		rules: { rule: [rule] },
	},
	'BusinessMessaging/policy/get': { policyName: 'mine' },
	'BusinessMessaging/policy/getMany': {},
	'BusinessMessaging/policy/check': { rules: { rule: [rule] } },
	'BusinessMessaging/policy/test': {
		policyName: 'strict',
		facts: '{ "window": "open", "holder": "agent", "windowClosesAt": 1767798000000 }',
	},
	'BusinessMessaging/group/create': { subject: 'Tea', options: { description: 'All about tea' } },
	'BusinessMessaging/group/update': { groupId: club, options: { description: 'All about tea' } },
	'BusinessMessaging/group/get': { groupId: club },
	'BusinessMessaging/group/getMany': {},
	'BusinessMessaging/group/getInviteLink': { groupId: created },
	'BusinessMessaging/group/resetInviteLink': { groupId: created },
	'BusinessMessaging/group/getJoinRequests': { groupId: club },
	'BusinessMessaging/group/approveJoinRequests': { groupId: club, joinRequestIds: [requests[0], 'gone'] },
	'BusinessMessaging/group/rejectJoinRequests': { groupId: club, joinRequestIds: [requests[1], 'gone'] },
	'BusinessMessaging/group/removeParticipants': { groupId: club, participants: ADA },
	'BusinessMessaging/group/delete': { groupId: created },
	'BusinessMessaging/media/upload': {},
	'BusinessMessaging/media/get': { mediaId: uploaded },
	'BusinessMessaging/media/download': { mediaId: uploaded },
	'BusinessMessaging/media/listAttachments': {},
	'BusinessMessaging/media/delete': { mediaId: uploaded },
	'BusinessMessaging/webhook/get': {},
	'BusinessMessaging/webhook/set': { url: OTHER },
	'BusinessMessaging/webhook/checkAndRepair': {},
	'BusinessMessaging/webhook/migrate': { url: OTHER },
	'BusinessMessaging/webhook/revert': {},
	'BusinessMessagingCampaign/dryRun': { campaignId: 'sale', to: BEA, text: 'Hello', template: HELLO },
	'BusinessMessagingCampaign/plan': {
		campaignId: 'sale',
		to: BEA,
		text: 'Hello',
		template: HELLO,
		startAt: '2020-01-01',
		endAt: '2040-01-01',
	},
	'BusinessMessagingCampaign/pause': { campaign: SALE, reason: 'A typo' },
	'BusinessMessagingCampaign/getMany': {},
	'BusinessMessagingCampaign/resume': { campaign: SALE },
	'BusinessMessagingCampaign/sendDue': { campaign: SALE },
	'BusinessMessagingCampaign/getReport': { campaign: SALE },
	'BusinessMessagingCampaign/getRecipients': { campaign: SALE },
	'BusinessMessagingCampaign/retry': { campaign: SALE },
	'BusinessMessagingCampaign/cancel': { campaign: SALE, reason: 'Sold out' },
	'BusinessMessagingInbox/getStats': {},
	'BusinessMessagingInbox/getDeadLetters': { subscription },
	'BusinessMessagingInbox/replayDeadLetters': { subscription },
	'BusinessMessagingInbox/dropDeadLetters': { subscription },
});

/** A file, for the operation that uploads one. */
const file = code(
	`return [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } } }];`,
	'File',
);

const NODE_OF: Readonly<Record<string, (parameters: Record<string, unknown>) => Node>> = {
	BusinessMessaging: messaging,
	BusinessMessagingCampaign: ({ operation, ...parameters }) => campaign(String(operation), parameters),
	BusinessMessagingInbox: inbox,
};

/** The call of an operation, named by the path of its schema. */
function callOf([path, parameters]: [path: string, parameters: Record<string, unknown>]): Node[] {
	const [node, ...chosen] = path.split('/');
	const [operation, resource] = chosen.reverse();
	const call = NODE_OF[node!]!({ ...(resource && { resource }), operation, ...parameters });
	return [...(operation === 'upload' ? [file] : []), { ...call, name: path, executeOnce: true }];
}

const failing = line('fails', [
	inboxTrigger({ options: { startTime: '2020-01-01T00:00:00' } }),
	code("throw new Error('Bad apple');"),
]);
const subscription = 'fails/fails-0';

let sandbox: Sandbox;
let n8n: N8n;
let execution: Execution;

jest.setTimeout(300_000);

/** A group with a description, and two customers who ask to join it. */
async function openClub(): Promise<{ club: string; requests: string[] }> {
	const { id: club } = await sandbox.control.addGroup({
		...{ subject: 'Club', joinApprovalMode: 'approval_required', participants: [ADA] },
	});
	const requests = [];
	for (const contact of [BEA, CEM, '491704444444']) {
		requests.push((await sandbox.control.joinGroup(club, contact)).joinRequestId!);
	}
	return { club, requests };
}

/** Waits until an execution has failed on an event. */
async function untilDeadLetter(): Promise<void> {
	const store = await openStore(`sqlite:${join(n8n.folder, '.n8n/business-messaging.sqlite')}`);
	const isThere = async () => (await store.inbox.deadLetters.list({ subscription }))[0];
	await poll(isThere, { timeoutMs: 60_000, onTimeout: () => 'No event becomes a dead letter.' });
	await store.close();
}

beforeAll(async () => {
	sandbox = await startSandbox();
	for (const name of ['hello', 'spare']) {
		await sandbox.control.addTemplate({ name, body: `Hello from the ${name} shop.` });
	}
	const calls = Object.entries(parametersIn({ ...(await openClub()), subscription })).flatMap(callOf);
	n8n = await startN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows: [line('receive', [trigger('schema-hook')]), failing, line('all', [byHand, ...calls])],
		publish: ['receive', 'fails'],
	});
	await sandbox.control.customerWrites({ from: ADA, text: 'Hi' });
	await untilDeadLetter();
	for (const to of ['agent', 'business'] as const) await sandbox.control.handOver({ contact: ADA, to });
	await sandbox.control.pause('hello');
	await sandbox.clock.advance(60_000);
	await sandbox.control.reactivate('hello');
	await sandbox.control.idle();
	execution = await n8n.api.waitForExecution(await n8n.api.runWorkflow('all', 'By hand'));
});

afterAll(async () => {
	await n8n?.stop();
	await sandbox?.close();
});

it('every operation of these nodes has an output schema, and its call succeeds', () => {
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	const all = Object.entries(NODES).flatMap(([node, paths]) => paths.map((path) => `${node}/${path}`));
	expect(schemas.map(([name]) => name).sort()).toEqual(all.sort());
});

describe.each(schemas)('the output schema of %s', (name, schema) => {
	const described = pathsOfSchema(schema);
	const paths = described.map(([path]) => path);

	it('is served to the editor', async () => {
		const [node, ...path] = name.split('/');
		const type = `${node!.charAt(0).toLowerCase()}${node!.slice(1)}`;
		const url = `${n8n.url}/schemas/${PACKAGE}.${type}/1.0.0/${path.join('/')}.json`;
		expect(await (await fetch(url)).json()).toEqual(schema);
	});

	it('has every field that comes out, with its type, and none that does not', () => {
		const items = itemsOf(execution, name);
		expect(items).not.toEqual([]);
		const free = freeIn(schema);
		const found = items.flatMap((item) => pathsOf(item)).filter(([path]) => !isBelow(path, free));
		const empty = found.filter(([, type]) => type === 'null').map(([path]) => path);
		for (const [path, type] of found) {
			expect([name, path, type === 'null' ? paths.includes(path) : type]).toEqual([
				name,
				path,
				type === 'null' ? true : described.find(([each]) => each === path)?.[1],
			]);
		}
		const missing = paths.filter((path) => !found.some(([each]) => each === path) && !isBelow(path, empty));
		expect([name, missing]).toEqual([name, []]);
	});
});
