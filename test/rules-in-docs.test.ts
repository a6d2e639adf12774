import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PolicyRule } from '../engine';
import { definePolicy, policies, tryPolicy } from '../engine';
import { labelOf, READY_MADE } from '../nodes/BusinessMessaging/policy/ready-made';

const page = readFileSync(join(__dirname, '../docs/sending.md'), 'utf8');

it('docs/sending.md lists every ready-made rule of the form', () => {
	const [, table = ''] = page.split('| ready-made rule | what you can set |');
	const listed = table
		.split('\n\n')[0]!
		.split('\n')
		.flatMap((row) => /^\| ([A-Z].*?) \|/.exec(row)?.[1]?.split(', ') ?? []);
	expect(listed.sort()).toEqual(READY_MADE.map(labelOf).sort());
});

describe('the rule in JSON of docs/sending.md', () => {
	const [, written = ''] = /```json\n(\{\n {2}"name": "no-offers-before-noon"[^]*?)```/.exec(page) ?? [];
	const policy = definePolicy({
		name: 'of the page',
		rules: [JSON.parse(written) as PolicyRule, ...policies.strict.rules],
	});
	const retryAt = async (localDay: string, localTime: string) => {
		const zone = { timeZones: 'UTC', localDay, localTime };
		const { rule, retryAt: at } = await tryPolicy(policy, {
			...zone,
			category: 'MARKETING',
			hasTemplate: true,
		});
		return rule === 'no-offers-before-noon' ? new Date(at!).toISOString().slice(11, 16) : undefined;
	};

	it('names a time to ask again whenever it holds a message', async () => {
		expect(await retryAt('Monday', '11:59')).toBe('12:00');
		expect(await retryAt('Monday', '12:00')).toBeUndefined();
		expect(await retryAt('Sunday', '11:59')).toBe('12:00');
		expect(await retryAt('Sunday', '12:00')).toBe('15:00');
		expect(await retryAt('Sunday', '15:00')).toBeUndefined();
	});
});
