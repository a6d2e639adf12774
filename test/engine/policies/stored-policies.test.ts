import { createEngine, findPolicy, policies, savePolicy } from '../../../engine';
import { openStore } from '../../../store';
import type { PolicyDocument, Store } from '../../../engine';

const mine: PolicyDocument = { ...policies.strict, name: 'mine', version: 7 };

let store: Store;
beforeEach(async () => {
	store = await openStore('sqlite::memory:');
});
afterEach(() => store.close());

it('a policy is kept under its name, and each time it is saved is a version of its own', async () => {
	expect((await savePolicy(store, mine, 1)).version).toBe(1);
	expect((await savePolicy(store, { ...mine, description: 'mended' }, 2)).version).toBe(2);
	expect(await findPolicy(store, 'mine')).toMatchObject({ version: 2, description: 'mended' });
	expect(await store.policies.find('mine', 1)).toMatchObject({ savedAt: 1, document: { version: 1 } });
});

it('saving the same again makes no version, saving what an older version was makes one', async () => {
	await savePolicy(store, mine, 1);
	const { version, ...rest } = mine;
	expect((await savePolicy(store, { ...mine, version: 9 }, 2)).version).toBe(1);
	expect((await savePolicy(store, { ...rest, version, reactions: undefined }, 2)).version).toBe(1);
	expect(await store.policies.find('mine')).toMatchObject({ savedAt: 1 });
	expect((await savePolicy(store, { ...mine, description: 'mended' }, 3)).version).toBe(2);
	expect((await savePolicy(store, mine, 4)).version).toBe(3);
});

it('the list has the newest version of each, by name', async () => {
	await savePolicy(store, mine, 1);
	await savePolicy(store, { ...mine, description: 'mended' }, 2);
	await savePolicy(store, { ...mine, name: 'another' }, 3);
	const listed = (await store.policies.list()).map(({ document }) => [document.name, document.version]);
	expect(listed).toEqual([
		['another', 1],
		['mine', 2],
	]);
});

it.each(Object.keys(policies))(
	'the shipped policy %s is found without a store, and nobody changes it',
	async (name) => {
		expect((await findPolicy(store, name)).name).toBe(name);
		await expect(savePolicy(store, { ...mine, name }, 1)).rejects.toThrow(
			"comes with the package and can't be changed",
		);
	},
);

it.each(['nobody', 'toString', 'constructor'])(
	'a policy that is not there (%s) is answered with those that are',
	async (name) => {
		await savePolicy(store, mine, 1);
		await expect(findPolicy(store, name)).rejects.toThrow(
			`The policy "${name}" doesn't exist. The available policies are: strict, platform, mine.`,
		);
	},
);

it('a decision is made by the policy that was found', async () => {
	const holdAll = {
		name: 'hold-all',
		conditions: { fact: 'window', operator: 'in', value: ['open', 'closed'] },
		event: { type: 'hold' as const, params: { reason: 'Nothing goes out on Sundays.' } },
	};
	await savePolicy(store, { name: 'sunday', version: 1, rules: [holdAll] }, 1);
	const engine = createEngine({ store, policy: await findPolicy(store, 'sunday') });
	const decision = await engine.decide({ channel: '1', to: '491701234567', freeform: true });
	expect(decision).toMatchObject({
		action: 'hold',
		rule: 'hold-all',
		reason: 'Nothing goes out on Sundays.',
	});
});
