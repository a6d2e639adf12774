import type { Intent } from '../../../engine';
import { INTENT, listed, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import {
	CHANNEL,
	customerMessage,
	CUSTOMER,
	HOUR,
	messageStatus,
	preference,
	templateCategory,
} from '../../support/wire';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	await scene.receive(customerMessage({ at: NOW - HOUR }));
});
afterEach(() => scene.close());

const actionOf = async (intent: Partial<Intent>) =>
	(await scene.engine.decide({ ...INTENT, ...intent })).action;
const optsOut = (category?: string) => scene.receive(preference({ at: NOW, value: 'stop', category }));

const MARKETING = 'MARKETING';

describe('who opted out of a category gets nothing of it', () => {
	it.each([
		['the template is MARKETING', 'MARKETING', undefined, 'skip'],
		['the template is marketing, in lower case', 'marketing', undefined, 'skip'],
		['the template is UTILITY', 'UTILITY', undefined, 'freeform'],
		['the template is AUTHENTICATION', 'AUTHENTICATION', undefined, 'freeform'],
		['the template’s own category goes before the intent’s: UTILITY', 'UTILITY', MARKETING, 'freeform'],
		['the template’s own category goes before the intent’s: MARKETING', 'MARKETING', 'UTILITY', 'skip'],
	])('%s', async (_, category, asked, action) => {
		await scene.engine.record(listed('APPROVED', { category, at: NOW - HOUR }));
		await optsOut();
		expect(await actionOf({ category: asked })).toBe(action);
	});

	it.each([
		['freeform of the category MARKETING', { template: undefined, category: MARKETING }, 'skip'],
		[
			'freeform of the category marketing, in lower case',
			{ template: undefined, category: 'marketing' },
			'skip',
		],
		['freeform of the category UTILITY', { template: undefined, category: 'UTILITY' }, 'freeform'],
		['freeform without a category is never blocked', { template: undefined }, 'freeform'],
		['a template of unknown category, asked for as MARKETING', { category: MARKETING }, 'skip'],
		['a template of unknown category, none asked for', {}, 'freeform'],
	])('%s', async (_, intent, action) => {
		await optsOut();
		expect(await actionOf(intent)).toBe(action);
	});

	it('a template that the platform made MARKETING counts as that', async () => {
		await scene.engine.record(listed('APPROVED', { category: 'UTILITY', at: NOW - HOUR }));
		await optsOut();
		await scene.receive(templateCategory({ at: NOW, category: 'MARKETING' }));
		expect(await actionOf({})).toBe('skip');
	});

	it('who opts in again gets it again', async () => {
		await optsOut();
		await scene.receive(preference({ at: NOW + 1_000, value: 'resume' }));
		expect(await actionOf({ category: MARKETING })).toBe('freeform');
	});

	it('an older opt-in that comes late does not undo it', async () => {
		await optsOut();
		await scene.receive(preference({ at: NOW - HOUR, value: 'resume' }));
		expect(await actionOf({ category: MARKETING })).toBe('skip');
	});

	it('it is of one customer only', async () => {
		await scene.receive(preference({ at: NOW, value: 'stop', contact: '4915111' }));
		expect(await actionOf({ category: MARKETING })).toBe('freeform');
	});

	it.each(['constructor', '__proto__', 'utility_messages'])(
		'a category named %s blocks no other',
		async (name) => {
			await optsOut(name);
			expect(await actionOf({ category: MARKETING })).toBe('freeform');
		},
	);

	it('the platform’s 131050 says the same, at once', async () => {
		const refused = { kind: 'refused', channel: CHANNEL, to: CUSTOMER, at: NOW } as const;
		await scene.engine.record({ ...refused, error: { code: 131050 } });
		expect(await actionOf({ category: MARKETING })).toBe('skip');
	});

	it('and in a late failed status', async () => {
		await scene.receive(messageStatus({ at: NOW, status: 'failed', code: 131050 }));
		expect(await actionOf({ category: MARKETING })).toBe('skip');
	});

	it('the reason names the category, and there is nothing to wait for', async () => {
		await optsOut();
		const decision = await scene.engine.decide({ ...INTENT, category: MARKETING });
		expect(decision.reason).toContain('opted out of marketing messages');
		expect(decision).not.toHaveProperty('retryAt');
	});
});
