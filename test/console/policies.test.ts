import type { PolicyDocument, PolicyRule } from '../../engine';
import { policies, savePolicy } from '../../engine';
import type {
	CampaignDetailRecord,
	CustomerRecord,
	PageOf,
	PoliciesRecord,
	PolicyRecord,
	TimelineRecord,
} from '../../console/records';
import { DATABASES, type StorePlace } from '../support/stores';
import { serve, type Served } from './support/served';

const ADA = '491701111111';

describe.each(DATABASES)('%s: the policies of a console', (_, placeOf) => {
	let place: StorePlace;
	let at: Served;
	beforeEach(async () => {
		place = placeOf();
		at = await serve(place);
	});
	afterEach(async () => {
		await at.close();
		await place.remove();
	});

	const policy = (query: Record<string, string>) => at.view<PolicyRecord>('policy', query);

	/** Saves the built-in policy under a name, with some of its rules turned on. */
	const save = (name: string, on: readonly string[], more: Partial<PolicyDocument> = {}) => {
		const rules = policies.strict.rules.map((rule) =>
			on.includes(rule.name) ? { ...rule, enabled: true } : rule,
		);
		return savePolicy(at.store, { ...policies.strict, name, rules, ...more }, 1_000);
	};

	it('are those of the package and the newest version of each that was saved', async () => {
		await save('quiet', []);
		await save('quiet', ['quiet-hours']);
		const view = await at.view<PoliciesRecord>('policies');
		expect(view.policies.map(({ name, version, builtIn }) => [name, version, builtIn])).toEqual([
			['strict', 8, true],
			['platform', 8, true],
			['quiet', 2, false],
		]);
	});

	it('have each version with its rules as sentences, and what is different from the one before', async () => {
		await save('quiet', ['loop-guard']);
		await save('quiet', ['quiet-hours', 'loop-guard'], { description: 'Quiet at night.' });
		const second = await policy({ name: 'quiet' });
		expect(second).toMatchObject({
			version: 2,
			newest: 2,
			savedAt: 1_000,
			description: 'Quiet at night.',
			changes: 'quiet-hours is turned on',
		});
		expect(second.rules[0]).toMatchObject({ name: 'opted-out', sentence: 'Skip if Opted out is yes.' });
		expect(second.rules.find(({ name }) => name === 'quiet-hours')).toMatchObject({ isOff: false });
		const first = await policy({ name: 'quiet', version: '1' });
		expect(first).toMatchObject({ version: 1, newest: 2 });
		expect(first.changes).toBeUndefined();
		expect(first.rules.find(({ name }) => name === 'quiet-hours')).toMatchObject({ isOff: true });
	});

	/** What a second version says, which has these versions of the rule quiet-hours and of the one after it. */
	async function changedTo(...versions: ReadonlyArray<ReadonlyArray<Partial<PolicyRule>>>) {
		const start = policies.strict.rules.findIndex(({ name }) => name === 'quiet-hours');
		for (const changed of versions) {
			const rules = policies.strict.rules.map((rule, index) => ({ ...rule, ...changed[index - start] }));
			await savePolicy(at.store, { ...policies.strict, name: 'own', rules }, 1_000);
		}
		return (await policy({ name: 'own' })).changes;
	}

	it('say that a rule is turned off or on, if nothing else of it is different', async () => {
		const [first, second] = policies.strict.rules.slice(
			policies.strict.rules.findIndex(({ name }) => name === 'quiet-hours'),
		);
		const off = { enabled: false };
		const on = { enabled: true };
		expect(await changedTo([on, on], [off, off])).toBe(`${first!.name}, ${second!.name} are turned off`);
		expect(await changedTo([on, off])).toBe(`${first!.name} is turned on`);
	});

	it('say both if a rule is turned off and changed', async () => {
		const other = { ...policies.strict.rules.at(-1)!.conditions };
		expect(await changedTo([{ enabled: true }], [{ enabled: false, conditions: other }])).toBe(
			'quiet-hours is changed; quiet-hours is turned off',
		);
	});

	it('say nothing if a rule that is on says so now', async () => {
		const description = 'The same.';
		const rules = policies.strict.rules.map(({ enabled: _, ...rule }) => rule);
		await save('own', [], { rules });
		await save('own', [], { rules: rules.map((rule) => ({ ...rule, enabled: true })), description });
		expect(await policy({ name: 'own' })).toMatchObject({ version: 2 });
		expect((await policy({ name: 'own' })).changes).toBeUndefined();
	});

	it('say which rules are new, and which are removed', async () => {
		const [rule, ...others] = policies.strict.rules;
		await save('own', [], { rules: others });
		await save('own', [], { rules: [rule!, ...others.slice(1)] });
		expect((await policy({ name: 'own' })).changes).toBe('opted-out is new; agent-holds is removed');
	});

	it('say which facts they declare, what they have to decide, and who uses them', async () => {
		const { phoneNumberId: channel } = at.sandbox;
		const vip = { type: 'boolean', label: 'VIP', missing: false } as const;
		await save('own', [], { facts: { vip } });
		await at.store.policies.keepTest(
			'own',
			{ name: 'never at night', statement: 'never freeform when window is closed' },
			1,
		);
		await at.sandbox.control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
		const template = { name: 'news', language: 'en_US' };
		await at.sandbox.control.customerWrites({ from: ADA, text: 'Hello' });
		await at.hear();
		await at.sender.campaigns.plan({ id: 'spring', channel, template, policy: 'own' }, [{ to: ADA }]);
		await at.store.settings.change(channel, { set: { policy: 'own' }, unset: [] }, 1);
		expect(await policy({ name: 'own' })).toMatchObject({
			facts: [{ name: 'vip', label: 'VIP', missing: 'false' }],
			tests: ['never freeform when window is closed'],
			campaigns: [{ channel, id: 'spring' }],
			numbers: [expect.anything()],
		});
		expect(await policy({ name: 'platform' })).toMatchObject({ campaigns: [], numbers: [] });
	});

	it('are named by a decision in the story, and by why a message of a campaign is held', async () => {
		const { phoneNumberId: channel, control } = at.sandbox;
		await control.addTemplate({ name: 'news', category: 'MARKETING', body: 'News.' });
		await control.customerWrites({ from: ADA, text: 'Hello' });
		await at.hear();
		const template = { name: 'news', language: 'en_US' };
		await at.sender.campaigns.plan({ id: 'spring', channel, template }, [{ to: ADA }]);
		await at.sender.campaigns.sendDue();
		const strict = { name: 'strict', version: 8 };
		const rule = 'template-in-active-conversation';
		const [ada] = (await at.api<PageOf<CustomerRecord>>('customers', { search: ADA })).rows;
		const { entries } = await at.view<TimelineRecord>('customer', { customer: ada!.customer });
		const decision = entries.find(({ kind }) => kind === 'decision')!;
		expect(decision.decidedBy).toEqual({ rule, policy: strict });
		expect(decision.sentence).toContain(`${rule} of the policy strict (version 8)`);
		const { reasons } = await at.view<CampaignDetailRecord>('campaign', { channel, id: 'spring' });
		expect(reasons).toMatchObject([{ rule, isOfPolicy: true }]);
	});

	it('that were asked without being saved are known from the log of decisions', async () => {
		const engine = at.engine.withPolicy({ ...policies.strict, name: 'of a program', version: 3 });
		await at.store.decisions.learnPolicy(engine.policy);
		const view = await policy({ name: 'of a program', version: '3' });
		expect(view).toMatchObject({ version: 3, builtIn: false });
		expect(view.newest).toBeUndefined();
	});

	it('that aren’t there are said so', async () => {
		await expect(policy({ name: 'none' })).rejects.toThrow('No policy none is in this store.');
		await expect(policy({ name: 'strict', version: '99' })).rejects.toThrow(
			'No version 99 of the policy strict is in this store.',
		);
	});
});
