import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { BusinessMessaging } from '../../nodes/BusinessMessaging/BusinessMessaging.node';
import { BusinessMessagingCampaign } from '../../nodes/BusinessMessagingCampaign/BusinessMessagingCampaign.node';
import { BusinessMessagingInbox } from '../../nodes/BusinessMessagingInbox/BusinessMessagingInbox.node';
import type { Execution } from '../../tools/n8n';
import { itemsOf, poll } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ROOT } from '../../tools/sources';
import { type BorrowedN8n, borrowN8n } from '../support/n8n/borrow-n8n';
import { ADA, BEA, CEM, callOf, NODES, parametersIn } from './support/every-operation';
import { code, inboxTrigger } from './support/inbox';
import { customersOf } from './support/waits';
import { byHand, line, trigger } from './support/workflows';

const TYPES = {
	BusinessMessaging: new BusinessMessaging(),
	BusinessMessagingCampaign: new BusinessMessagingCampaign(),
	BusinessMessagingInbox: new BusinessMessagingInbox(),
};

const PACKAGE = 'n8n-nodes-business-messaging';

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

const CREATED = '={{ $("BusinessMessaging/group/create").first().json.id }}';
const UPLOADED = '={{ $("BusinessMessaging/media/upload").first().json.id }}';

const failing = line('fails', [
	inboxTrigger({ options: { startTime: '2020-01-01T00:00:00' } }),
	code("throw new Error('Bad apple');"),
]);
const subscription = 'fails/fails-0';

let sandbox: Sandbox;
let n8n: BorrowedN8n;
let execution: Execution;

/** A group with a description, and two customers who ask to join it. */
async function openClub(): Promise<{ club: string; requests: string[] }> {
	const { id: club } = await sandbox.control.addGroup({
		subject: 'Club',
		joinApprovalMode: 'approval_required',
		participants: [ADA],
	});
	const requests = [];
	for (const contact of [BEA, CEM, '491704444444']) {
		requests.push((await sandbox.control.joinGroup(club, contact)).joinRequestId!);
	}
	return { club, requests };
}

/** Waits until an execution has failed on an event. */
async function untilDeadLetter(): Promise<void> {
	const store = await openStore(`sqlite:${n8n.storeFile}`);
	const isThere = async () => (await store.inbox.deadLetters.list({ subscription }))[0];
	await poll(isThere, { onTimeout: () => 'No event becomes a dead letter.' });
	await store.close();
}

/** Waits until an execution that waited for a response has ended. */
async function untilContinued(id: string): Promise<Execution> {
	const hasEnded = async () => {
		const last = await n8n.api.waitForExecution(id);
		return last.status === 'waiting' ? undefined : last;
	};
	return poll(hasEnded, { onTimeout: () => 'The execution still waits.' });
}

beforeAll(async () => {
	sandbox = await startSandbox();
	for (const name of ['hello', 'spare']) {
		await sandbox.control.addTemplate({ name, body: `Hello from the ${name} shop.` });
	}
	const scene = { ...(await openClub()), subscription, created: CREATED, uploaded: UPLOADED };
	const calls = Object.entries(parametersIn(scene)).flatMap(callOf);
	const credential = sandboxCredential(sandbox);
	n8n = await borrowN8n({
		credentials: [{ ...credential, data: { ...credential.data, keepSentTexts: true } }],
		workflows: [line('receive', [trigger('schema-hook')]), failing, line('all', [byHand, ...calls])],
		publish: ['receive', 'fails'],
	});
	await sandbox.control.customerWrites({ from: ADA, text: 'Hi' });
	await untilDeadLetter();
	for (const to of ['agent', 'business'] as const) {
		await sandbox.control.handOver({ contact: ADA, to });
		// The platform dates in whole seconds: of two in one, nobody knows which was the later.
		await sandbox.clock.advance(1_000);
	}
	await sandbox.control.pause('hello');
	await sandbox.clock.advance(60_000);
	await sandbox.control.reactivate('hello');
	await sandbox.control.idle();
	const id = await n8n.api.runWorkflow('all', 'By hand');
	await n8n.api.waitForExecution(id);
	const { lastMessage, tap } = customersOf(sandbox);
	await tap(ADA, lastMessage(ADA), 'Approve');
	execution = await untilContinued(id);
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

	it('is served to the editor for the first version of the node, and for the one that new nodes have', async () => {
		const [node, ...path] = name.split('/');
		const { name: type, defaultVersion = 1 } = TYPES[node as keyof typeof TYPES].description;
		for (const each of [1, defaultVersion]) {
			const inFull = `${each}${Number.isInteger(each) ? '.0' : ''}.0`;
			const url = `${n8n.url}/schemas/${PACKAGE}.${type}/${inFull}/${path.join('/')}.json`;
			expect(await (await fetch(url)).json()).toEqual(schema);
		}
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
