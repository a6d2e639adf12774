import type { Intent } from '../../../engine';
import { policies } from '../../../engine';
import { INTENT, listed, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { customerMessage, DAY, handover, HOUR, MINUTE, preference, templateStatus } from '../../support/wire';

/** What makes each rule fire by itself; each rule is put against every later one. */
type Given = (scene: EngineScene) => Promise<unknown>;

const given = {
	'opted out of marketing': (scene) => scene.receive(preference({ at: NOW, value: 'stop' })),
	'a marketing template': (scene) => scene.engine.record(listed('APPROVED', { category: 'MARKETING' })),
	'a sendable template': (scene) => scene.engine.record(listed('APPROVED')),
	'a disabled template': (scene) => scene.engine.record(listed('DISABLED')),
	'a template in review': (scene) => scene.engine.record(listed('PENDING')),
	'a paused template': (scene) =>
		scene.receive(templateStatus({ at: NOW, event: 'PAUSED', title: 'FIRST_PAUSE' })),
	'an open window': (scene) => scene.receive(customerMessage({ at: NOW })),
	'a window in its last minute': (scene) => scene.receive(customerMessage({ at: NOW - DAY + MINUTE })),
	'the agent holds': (scene) => scene.receive(handover({ at: NOW, to: 'agent' })),
} satisfies Record<string, Given>;

type Name = keyof typeof given;

const FREEFORM_ONLY: Partial<Intent> = { template: undefined };
const TEMPLATE_ONLY: Partial<Intent> = { freeform: false };
const NEITHER: Partial<Intent> = { template: undefined, freeform: false };
const MARKETING: Partial<Intent> = { category: 'MARKETING' };

async function decide(names: Name[], intent: Partial<Intent>, policy = policies.strict) {
	const scene = await openEngineScene(policy);
	for (const name of names) await given[name](scene);
	const decision = await scene.engine.decide({ ...INTENT, ...intent });
	await scene.close();
	return decision;
}

type Case = [names: Name[], intent: Partial<Intent>, rule: string, action: string, retryAt?: number];

const optedOut: Name[] = ['opted out of marketing', 'a marketing template'];
const agent: Name[] = ['an open window', 'the agent holds'];

const strict: Case[] = [
	// 1 opted out, before all others
	[optedOut, {}, 'opted-out', 'skip'],
	[[...optedOut, ...agent], {}, 'opted-out', 'skip'],
	[[...optedOut, 'a window in its last minute'], {}, 'opted-out', 'skip'],
	[[...optedOut, 'an open window'], {}, 'opted-out', 'skip'],
	[[...optedOut, 'an open window'], TEMPLATE_ONLY, 'opted-out', 'skip'],
	[['opted out of marketing'], { ...NEITHER, ...MARKETING }, 'opted-out', 'skip'],
	[['opted out of marketing'], MARKETING, 'opted-out', 'skip'],
	[[...optedOut, 'a paused template'], {}, 'opted-out', 'skip'],
	// 2 the agent holds an active conversation
	[[...agent, 'a sendable template'], {}, 'agent-holds', 'hold', NOW + DAY],
	[agent, FREEFORM_ONLY, 'agent-holds', 'hold', NOW + DAY],
	[agent, NEITHER, 'agent-holds', 'hold', NOW + DAY],
	[[...agent, 'a disabled template'], TEMPLATE_ONLY, 'agent-holds', 'hold', NOW + DAY],
	[
		['a window in its last minute', 'the agent holds', 'a sendable template'],
		{},
		'agent-holds',
		'hold',
		NOW + MINUTE,
	],
	[['the agent holds', 'a sendable template'], {}, 'template', 'template'],
	[['the agent holds'], FREEFORM_ONLY, 'no-template', 'skip'],
	// 3 closing within 60 s, and a usable template given
	[['a window in its last minute', 'a sendable template'], {}, 'window-closing', 'hold', NOW + MINUTE],
	[
		['a window in its last minute', 'a sendable template'],
		TEMPLATE_ONLY,
		'window-closing',
		'hold',
		NOW + MINUTE,
	],
	[['a window in its last minute', 'a disabled template'], {}, 'window-open', 'freeform'],
	[['a window in its last minute', 'a paused template'], {}, 'window-open', 'freeform'],
	[['a window in its last minute'], FREEFORM_ONLY, 'window-open', 'freeform'],
	// 4 open and freeform
	[['an open window', 'a sendable template'], {}, 'window-open', 'freeform'],
	[['an open window', 'a disabled template'], {}, 'window-open', 'freeform'],
	[['an open window'], {}, 'window-open', 'freeform'],
	[['an open window'], FREEFORM_ONLY, 'window-open', 'freeform'],
	// 5 open and only a template
	[
		['an open window', 'a sendable template'],
		TEMPLATE_ONLY,
		'template-in-active-conversation',
		'hold',
		NOW + DAY,
	],
	[
		['an open window', 'a paused template'],
		TEMPLATE_ONLY,
		'template-in-active-conversation',
		'hold',
		NOW + DAY,
	],
	[['an open window'], TEMPLATE_ONLY, 'template-in-active-conversation', 'hold', NOW + DAY],
	// 6 no template
	[[], FREEFORM_ONLY, 'no-template', 'skip'],
	[[], NEITHER, 'no-template', 'skip'],
	[['an open window'], NEITHER, 'no-template', 'skip'],
	// 7 the template's state
	[[], {}, 'template-never-seen', 'hold'],
	[['a disabled template'], {}, 'template-unusable', 'skip'],
	[['a template in review'], {}, 'template-in-review', 'hold'],
	[['a paused template'], {}, 'template-paused', 'hold', NOW + 3 * HOUR],
	// 9 template
	[['a sendable template'], {}, 'template', 'template'],
	[['a sendable template'], TEMPLATE_ONLY, 'template', 'template'],
];

const platform: Case[] = [
	[optedOut, TEMPLATE_ONLY, 'opted-out', 'skip'],
	[[...agent, 'a sendable template'], TEMPLATE_ONLY, 'agent-holds', 'hold', NOW + DAY],
	[['an open window', 'a sendable template'], {}, 'window-open', 'freeform'],
	[['an open window', 'a sendable template'], TEMPLATE_ONLY, 'template', 'template'],
	[['an open window'], TEMPLATE_ONLY, 'template-never-seen', 'hold'],
	[['an open window', 'a disabled template'], TEMPLATE_ONLY, 'template-unusable', 'skip'],
	[['an open window', 'a template in review'], TEMPLATE_ONLY, 'template-in-review', 'hold'],
	[['an open window', 'a paused template'], TEMPLATE_ONLY, 'template-paused', 'hold', NOW + 3 * HOUR],
	[['a sendable template'], {}, 'template', 'template'],
	[[], FREEFORM_ONLY, 'no-template', 'skip'],
];

const named = (cases: Case[]) =>
	cases.map(([names, intent, rule, action, retryAt]) => {
		const content = Object.entries(intent).map(([field, value]) => `${field}: ${String(value)}`);
		const name = [...names, ...content].join(', ') || 'nothing known';
		return [name, { names, intent, rule, action, retryAt }] as const;
	});

describe('strict: the first rule that holds decides', () => {
	it.each(named(strict))('%s', async (_, { names, intent, rule, action, retryAt }) => {
		const decision = await decide(names, intent);
		expect(decision).toMatchObject({ rule, action });
		expect(decision.retryAt).toBe(retryAt);
		expect(decision.reason).toMatch(/^[A-Z].*\.$/);
		expect(decision.reason).not.toMatch(/[{}]|undefined/);
	});
});

describe('platform: templates at any time, freeform only inside the window', () => {
	it.each(named(platform))('%s', async (_, { names, intent, rule, action, retryAt }) => {
		const decision = await decide(names, intent, policies.platform);
		expect(decision).toMatchObject({ rule, action });
		expect(decision.retryAt).toBe(retryAt);
	});
});
