import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/sources';
import { readWorkflow } from '../../tools/main-job/examples';

const EXAMPLES = readdirSync(join(ROOT, 'workflows')).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);

interface Node {
	type: string;
	parameters: { content?: string };
	webhookId?: string;
}

const nodesOf = (name: string) => (readWorkflow(name) as unknown as { nodes: Node[] }).nodes;

// n8n refuses to publish a workflow whose webhook another one has.
it('no two examples have the same webhook, so that all can be published', () => {
	const used = EXAMPLES.flatMap((name) => nodesOf(name).flatMap(({ webhookId }) => webhookId ?? []));
	expect(used.filter((id, index) => used.indexOf(id) !== index)).toEqual([]);
});

describe.each(EXAMPLES)('the example %s', (name) => {
	const nodes = nodesOf(name);
	const [note] = nodes.flatMap(({ type, parameters }) => (type.endsWith('.stickyNote') ? [parameters] : []));

	// n8n's import keeps the first one and drops the others.
	it('has at most one Manual Trigger', () => {
		const manual = nodes.filter(({ type }) => type === 'n8n-nodes-base.manualTrigger');
		expect(manual.length).toBeLessThanOrEqual(1);
	});

	const usesCredential = nodes.some(({ type }) => type.startsWith('n8n-nodes-business-messaging.'));

	it(`says first what to do${usesCredential ? ', beginning with the credential' : ''}`, () => {
		expect(note?.content).toMatch(/^## .+\n\*\*First:\*\* [A-Z]/);
		expect(note?.content?.includes('**First:** Choose your credential')).toBe(usesCredential);
	});

	it('says that a number has one such trigger, if it has one', () => {
		const hasTrigger = nodes.some(({ type }) => type.endsWith('.businessMessagingTrigger'));
		expect(note?.content?.includes('Only one published workflow can have such a trigger')).toBe(hasTrigger);
	});
});
