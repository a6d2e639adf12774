import { join } from 'node:path';
import { systemRuntime } from '../../base';
import type { PolicyDocument, PolicyRule } from '../../engine';
import { policies, savePolicy } from '../../engine';
import type { Outcome, SendDueSummary } from '../../sending';
import { bundled } from '../support/bundle';
import { runNode } from '../support/command-line';
import { inEachDatabase, customers } from './campaigns/scene';

const SCRIPT = bundled(join(__dirname, '../support/send-capped-in-a-process.ts'));
const WORKERS = 3;
const PER_SECOND = 200;

const FREQUENCY = 4;
const NEW_CUSTOMERS = 50;

/** The conditions of the optional rules. */
const CAPS: Readonly<Record<string, PolicyRule['conditions']>> = {
	'frequency-cap': { fact: 'marketingSent', operator: 'reaches', value: `${FREQUENCY} per 24 h` },
	'new-customers-cap': {
		all: [
			{ fact: 'isNewCustomer', operator: 'equal', value: true },
			{ fact: 'newCustomers', operator: 'greaterThanInclusive', value: NEW_CUSTOMERS },
		],
	},
};

const policyWith = (name: string): PolicyDocument => ({
	...policies.strict,
	name: 'capped',
	rules: policies.strict.rules.map((rule) =>
		rule.name === name ? { ...rule, enabled: true, conditions: CAPS[name]! } : rule,
	),
});

inEachDatabase(
	(at) => {
		/** Runs so many workers in processes of their own at once, and returns what each printed. */
		async function inProcesses<Printed>(...args: string[]): Promise<Printed[]> {
			const { place, sandbox, spring } = at;
			const named = [place.url, sandbox.url, sandbox.apiKey, spring.channel, 'sale', ...args];
			const workers = Array.from({ length: WORKERS }, () => runNode([SCRIPT, ...named]));
			const codes = await Promise.all(workers.map((worker) => worker.ended));
			for (const [index, { printed }] of workers.entries()) {
				expect(`${codes[index]} ${printed.stderr}`).toBe('0 ');
			}
			return workers.map(({ printed }) => JSON.parse(printed.stdout) as Printed);
		}

		const useCap = (name: string) => savePolicy(at.store, policyWith(name), Date.now());

		beforeEach(async () => {
			await at.sandbox.control.addTemplate({
				name: 'sale',
				category: 'MARKETING',
				body: 'Half price today only.',
			});
		});

		describe(`${WORKERS} workers in processes of their own send exactly as many as a cap allows`, () => {
			const template = { name: 'sale', language: 'en_US' };

			it('single messages, to one customer', async () => {
				await useCap('frequency-cap');
				const [to] = customers(1) as [string];
				const outcomes = (await inProcesses<Outcome[]>(to, '6')).flat();
				expect(at.reached()).toHaveLength(FREQUENCY);
				const held = outcomes.filter(({ action }) => action === 'hold');
				expect(held).toHaveLength(WORKERS * 6 - FREQUENCY);
				for (const one of held) {
					expect(one).toMatchObject({ rule: 'frequency-cap', retryAt: expect.any(Number) });
				}
			});

			it('campaigns to the same customers, each of whom is sent that many', async () => {
				await useCap('frequency-cap');
				const to = customers(20);
				const campaigns = Array.from({ length: FREQUENCY + 2 }, (_, index) => `campaign ${index}`);
				for (const id of campaigns) await at.plan(to, { id, template, policy: 'capped' });
				await inProcesses<SendDueSummary>();
				const times = new Map<string, number>();
				for (const one of at.reached()) times.set(one, (times.get(one) ?? 0) + 1);
				expect([...times.values()]).toEqual(to.map(() => FREQUENCY));
				const reports = await Promise.all(campaigns.map((id) => at.campaigns.report(id)));
				const held = reports.flatMap(({ reasons }) => reasons);
				expect(new Set(held.map(({ state, rule }) => `${state} ${rule}`))).toEqual(
					new Set(['held frequency-cap']),
				);
				expect(held.reduce((sum, { count }) => sum + count, 0)).toBe(to.length * 2);
			});

			it('a campaign to new customers, of whom that many are reached', async () => {
				await useCap('new-customers-cap');
				await at.plan(customers(150), { template, policy: 'capped' });
				await inProcesses<SendDueSummary>();
				expect(at.reached()).toHaveLength(NEW_CUSTOMERS);
				expect(await at.counts()).toEqual({ accepted: NEW_CUSTOMERS, held: 150 - NEW_CUSTOMERS });
				const { reasons, heldUntil } = await at.campaigns.report('spring');
				expect(reasons).toMatchObject([{ rule: 'new-customers-cap' }]);
				expect(heldUntil).toEqual(expect.any(Number));
			});
		});
	},
	// Real time, which the workers' processes share.
	{ runtime: systemRuntime, perSecond: PER_SECOND, sandbox: { throughput: 2 * PER_SECOND } },
);
