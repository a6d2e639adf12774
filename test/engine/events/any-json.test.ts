import fc from '../../support/properties';
import { parseWebhook } from '../../../engine';
import { NOW, openEngineScene } from '../../support/engine-scene';
import * as wire from '../../support/wire';
import { delivery } from '../../support/wire';

const VALID: unknown[] = [
	wire.customerMessage({ at: NOW, group: 'g' }),
	wire.customerMessage({ at: NOW, standby: true }),
	wire.agentEcho({ at: NOW, tag: { originator: 'bizai' } }),
	wire.messageStatus({ at: NOW, status: 'failed', code: 131047, callbackData: 'bm1:abc:key' }),
	wire.handover({ at: NOW, to: 'agent' }),
	wire.preference({ at: NOW, value: 'stop' }),
	wire.templateStatus({ at: NOW, event: 'PAUSED', title: 'FIRST_PAUSE' }),
	wire.templateQuality({ at: NOW, quality: 'RED' }),
	wire.templateCategory({ at: NOW, category: 'MARKETING' }),
	delivery('group_status_update', { groups: [{ group_id: 'g', type: 'group_suspend' }] }),
];

type Path = string[];

function pathsOf(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** A copy with the subtree at `path` deleted, or put in place of it `replacement`. */
function mutated(value: unknown, [key, ...rest]: Path, replacement: { value: unknown } | undefined): unknown {
	if (key === undefined) return replacement?.value ?? null;
	if (typeof value !== 'object' || value === null) return value;
	const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
	if (rest.length > 0 || replacement) copy[key] = mutated(copy[key], rest, replacement);
	else if (Array.isArray(copy)) copy.splice(Number(key), 1);
	else delete copy[key];
	return copy;
}

const anyMutation = fc
	.constantFrom(...VALID)
	.chain((body) => fc.tuple(fc.constant(body), fc.constantFrom(...pathsOf(body)), fc.option(fc.jsonValue())))
	.map(([body, path, value]) => mutated(body, path, value === null ? undefined : { value }));

function isWellFormed(body: unknown): void {
	const events = parseWebhook(body, NOW);
	for (const event of events) {
		expect(event.id).toMatch(/^[a-z_]+:./);
		expect(Number.isFinite(event.at)).toBe(true);
		expect(typeof event.account).toBe('string');
		expect(event).toHaveProperty('raw');
	}
	const again = parseWebhook(JSON.parse(JSON.stringify(body)) as unknown, NOW + 1);
	expect(again.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
}

describe('parseWebhook is total', () => {
	it('on any JSON value', () => {
		fc.assert(fc.property(fc.jsonValue(), isWellFormed), { numRuns: 500 });
	});

	it('on a valid delivery with any part left out or replaced', () => {
		fc.assert(fc.property(anyMutation, isWellFormed), { numRuns: 2_000 });
	});

	it('what is mutated is taken in and can be read again', async () => {
		const scene = await openEngineScene();
		await fc.assert(
			fc.asyncProperty(anyMutation, async (body) => {
				const events = parseWebhook(body, NOW);
				const { fresh, duplicates } = await scene.engine.ingest(events);
				expect(fresh.length + duplicates).toBe(events.length);
			}),
			{ numRuns: 300 },
		);
		expect((await scene.store.inbox.read({ limit: 10_000 })).length).toBeGreaterThan(100);
		await scene.close();
	});
});

describe('a body nested 100,000 deep', () => {
	const deep = (leaf: string, depth = 100_000) =>
		JSON.parse(`${'{"a":'.repeat(depth)}${leaf}${'}'.repeat(depth)}`) as unknown;
	const message = { from: '1', id: 'a', timestamp: '1', type: 'text', text: { body: 'Hi' } };
	const status = { id: 'a', status: 'read', timestamp: '1', recipient_id: '1' };
	const echo = { id: 'e', timestamp: '1', message: { to: '1', type: 'text' } };

	it.each<[string, string, unknown]>([
		['as the whole body', 'unknown', deep('1')],
		['as a value', 'unknown', delivery('tomorrow', deep('1'))],
		['in a message', 'message', delivery('messages', { messages: [{ ...message, more: deep('1') }] })],
		['as a message’s text', 'message', delivery('messages', { messages: [{ ...message, text: deep('1') }] })],
		[
			'as callback data',
			'status',
			delivery('messages', { statuses: [{ ...status, biz_opaque_callback_data: deep('1') }] }),
		],
		[
			'in an echo',
			'agent_reply',
			delivery('standby', { standby: { message_echoes: [{ ...echo, more: deep('1') }] } }),
		],
	])('%s is taken in and kept', async (_, kind, body) => {
		const scene = await openEngineScene();
		const { fresh } = await scene.engine.ingest(parseWebhook(body, NOW));
		expect(fresh).toMatchObject([{ kind }]);
		expect(await scene.store.inbox.read()).toMatchObject([{ event: { kind, id: fresh[0]!.id } }]);
		await scene.close();
	});
});
