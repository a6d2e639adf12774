import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Execution, N8n } from '../../tools/n8n';
import { itemsOf, startN8n } from '../../tools/n8n';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import { ROOT } from '../../tools/sources';
import { byHand, line, messaging, trigger } from './support/workflows';

const ADA = '491701111111';
const FOLDER = 'nodes/BusinessMessaging/__schema__/v1.0.0';

interface Schema {
	type: 'object' | 'array' | 'string' | 'number' | 'boolean';
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Every schema by `resource:operation`. */
const schemas = new Map(
	readdirSync(join(ROOT, FOLDER), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.json'))
		.map((file) => [
			file.replace(/\.json$/, '').replace(sep, ':'),
			JSON.parse(readFileSync(join(ROOT, FOLDER, file), 'utf8')) as Schema,
		]),
);

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

/** The parameters of each operation, so that as much as can be stands in its output. */
const PARAMETERS: Readonly<Record<string, Record<string, unknown>>> = {
	'message:sendAuto': { to: ADA, text: 'Hello', template: HELLO },
	'message:sendMessage': { to: ADA, freeformType: 'text', text: 'Hello' },
	'message:sendTemplate': { to: '491709999999', template: HELLO },
	'message:sendText': { to: ADA, text: 'Hello' },
	'message:markAsRead': { messageId: 'wamid.in' },
	'template:create': { templateName: 'news', templateLanguage: 'en_US', templateBody: 'News from us.' },
	'template:get': { template: HELLO },
	'template:getLifecycle': { template: HELLO },
	'template:getMany': {},
	'template:validate': { templateName: 'News', templateLanguage: 'en_US', templateBody: 'News from us.' },
	'conversation:getState': { customer: ADA },
	'conversation:getMany': {},
	'conversation:setHolder': { customer: ADA, holder: 'business' },
	'conversation:setOptOut': { customer: ADA, optOutCategory: 'MARKETING' },
	'conversation:release': { customer: ADA },
	'conversation:take': { customer: ADA },
	'conversation:pass': { customer: ADA },
	'policy:save': { policyName: 'mine', policyDescription: 'Mine', rules: { rule: [rule] } },
	'policy:get': { policyName: 'mine' },
	'policy:getMany': {},
	'policy:check': { rules: { rule: [rule] } },
	'policy:test': {
		policyName: 'strict',
		facts: '{ "window": "open", "holder": "agent", "windowClosesAt": 1767798000000 }',
	},
};

const called = Object.entries(PARAMETERS).map(([name, parameters]) => {
	const [resource, operation] = name.split(':');
	return messaging({ resource, operation, ...parameters }, { name, executeOnce: true });
});

let sandbox: Sandbox;
let n8n: N8n;
let execution: Execution;

jest.setTimeout(300_000);

beforeAll(async () => {
	sandbox = await startSandbox();
	await sandbox.control.addTemplate({ name: 'hello', body: 'Hello from the shop.' });
	n8n = await startN8n({
		credentials: [sandboxCredential(sandbox)],
		workflows: [line('receive', [trigger('schema-hook')]), line('all', [byHand, ...called])],
		publish: ['receive'],
	});
	await sandbox.control.customerWrites({ from: ADA, text: 'Hi' });
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

it('every operation on messages, templates, conversations and policies that is called here succeeds', () => {
	expect(execution.data?.resultData.error?.message).toBeUndefined();
	expect([...schemas.keys()].sort()).toEqual(Object.keys(PARAMETERS).sort());
});

describe.each([...schemas])('the output schema of %s', (name, schema) => {
	const described = pathsOfSchema(schema);
	const paths = described.map(([path]) => path);

	it('is served to the editor', async () => {
		const [resource, operation] = name.split(':');
		const url = `${n8n.url}/schemas/n8n-nodes-business-messaging.businessMessaging/1.0.0/${resource}/${operation}.json`;
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
