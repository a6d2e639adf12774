import { nameItself, nameLockedUntil } from '../../engine';
import { findCreationConflicts } from '../../nodes/BusinessMessaging/template/known-templates';
import { CHANNEL } from '../support/wire';
import { NOW, openEngineScene } from '../support/engine-scene';

const DAY = 24 * 3_600_000;
const body = (text: string) => ({ type: 'BODY', text });
const order = {
	name: 'order',
	language: 'en_US',
	components: [body('On its way.'), { type: 'FOOTER', text: 'Shop' }],
};
const item = (name: string, fields: object = {}) => ({
	name,
	language: 'en_US',
	status: 'APPROVED',
	components: [body(`Text of ${name}`)],
	...fields,
});
const names = (count: number) => Array.from({ length: count }, (_, n) => item(`name_${n}`));
const problems = (known: object) =>
	findCreationConflicts(order, { templates: [], now: NOW, names: 250, ...known });

describe('the conflicts of a new template with what is known', () => {
	it('are none if nothing stands against it', () => {
		expect(problems({ templates: names(249) })).toEqual([]);
	});

	it('name an account that has its 250 names, of which translations count once', () => {
		expect(problems({ templates: names(250) })).toEqual([expect.stringContaining('250 template names')]);
		expect(problems({ templates: [...names(249), item('name_0', { language: 'de' })] })).toEqual([]);
		expect(problems({ templates: [...names(249), item('order', { language: 'de' })] })).toEqual([]);
	});

	it.each(['en_US', 'en-US'])('name a template that already exists in this language: %s', (language) => {
		expect(problems({ templates: [item('order', { language })] })).toEqual([
			expect.stringContaining('order in en_US already exists'),
		]);
	});

	it('name another template with the same body and footer, unless that one was rejected', () => {
		const twin = { components: [...order.components].reverse() };
		expect(problems({ templates: [item('other', twin)] })).toEqual([
			expect.stringContaining('other (en_US) has the same body and footer'),
		]);
		expect(problems({ templates: [item('other', { ...twin, status: 'rejected' })] })).toEqual([]);
		expect(problems({ templates: [item('other', { components: [body('On its way.')] })] })).toEqual([]);
	});

	it('say until when the name is locked', () => {
		expect(problems({ lockedUntil: NOW + 1 })).toEqual([
			expect.stringContaining('can use it again from 2026-03-01T12:00:00.001Z.'),
		]);
		expect(problems({ lockedUntil: NOW })).toEqual([]);
	});

	it('are all named at once', () => {
		expect(problems({ lockedUntil: NOW + DAY, templates: names(250) })).toHaveLength(2);
	});
});

describe('a deletion by us', () => {
	const deletion = (nameLocked: boolean) => ({
		kind: 'template-deleted' as const,
		channel: CHANNEL,
		template: { name: 'order', language: 'en_US' },
		nameLocked,
	});

	it.each([
		['an approved template locks its name for 30 days', true, NOW + 30 * DAY],
		['one that was never approved locks nothing', false, undefined],
	])('of %s', async (_name, nameLocked, until) => {
		const { engine, close } = await openEngineScene();
		await engine.record(deletion(nameLocked));
		const known = await engine.template({ channel: CHANNEL, template: nameItself(order) });
		expect(nameLockedUntil(known)).toBe(until);
		const translation = { name: 'order', language: 'en_US' };
		expect(await engine.template({ channel: CHANNEL, template: translation })).toMatchObject({
			state: 'deleted',
		});
		await close();
	});
});
