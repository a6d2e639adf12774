import { createHash } from 'node:crypto';
import { findPolicy, policies, shippedPolicy } from '../../../engine';
import { openEngineScene } from '../../support/engine-scene';

const enabled = (name: 'strict' | 'platform', version?: number) =>
	shippedPolicy(name, version)!
		.rules.filter((rule) => rule.enabled !== false)
		.map((rule) => rule.name);

describe.each(['strict', 'platform'] as const)('the shipped policy %s', (name) => {
	it('by its name is its newest version', async () => {
		const scene = await openEngineScene();
		expect(await findPolicy(scene.store, name)).toBe(policies[name]);
		expect(policies[name].version).toBe(8);
		await scene.close();
	});

	it('keeps its first version for campaigns that were planned with it', () => {
		expect(enabled(name, 1)).toContain('window-closing');
		expect(enabled(name, 2)).not.toContain('window-closing');
	});

	it.each([
		[3, 2],
		[5, 4],
		[6, 5],
		[7, 6],
		[8, 7],
	])('differs as its version %i from version %i in words only', (newer, older) => {
		const withoutWords = (version: number) =>
			shippedPolicy(name, version)!.rules.map(({ event: { type, params }, ...rule }) => ({
				...rule,
				event: { type, retryAt: params.retryAt },
			}));
		expect(withoutWords(newer)).toEqual(withoutWords(older));
		expect(shippedPolicy(name, newer)!.rules).not.toEqual(shippedPolicy(name, older)!.rules);
	});

	it('differs from its third version in rules that are turned off', () => {
		expect(enabled(name, 4)).toEqual(enabled(name, 3));
		const names = new Set(shippedPolicy(name, 3)!.rules.map((rule) => rule.name));
		const more = shippedPolicy(name, 4)!.rules.filter((rule) => !names.has(rule.name));
		expect(more.map((rule) => rule.name)).toEqual([
			'free-only',
			'spend-cap',
			'spend-cap-of-month',
			'campaign-budget',
		]);
	});

	it('has no other version', () => {
		expect(shippedPolicy(name, 9)).toBeUndefined();
	});
});

it.each([
	[1, '531ea5c906db198b'],
	[2, '0c69fccb44b7e1c4'],
	[3, '666f4db7794295b0'],
	[4, '5e87b448be204fe3'],
	[5, 'f7f288edb671b13d'],
	[6, '3c2d862fd66af80c'],
	[7, 'a2f63121e2b5d8b7'],
])('version %i of strict stays what it was', (version, digest) => {
	const text = JSON.stringify(shippedPolicy('strict', version));
	expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(digest);
});

it.each(['toString', 'mine'])('%s is no shipped policy', (name) => {
	expect(shippedPolicy(name)).toBeUndefined();
});
