import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '../../engine';
import { addPolicyTest, createEngine, learnPolicy, noteOf, policies, tryPolicy } from '../../engine';
import { openStore } from '../../store';
import { HOUR } from '../support/wire';
import { cliScene } from './support/cli-scene';

const scene = cliScene();
let store: Store;
let folder: string;

beforeEach(async () => {
	store = await openStore(scene.storeUrl);
	folder = mkdtempSync(join(tmpdir(), 'replay-'));
});
afterEach(async () => {
	await store.close();
	rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
	scene.run(['policy', ...args], { BUSINESS_MESSAGING_STORE: scene.storeUrl });

/** Three customers who were sent a template outside of the window, an hour ago. */
async function live(): Promise<void> {
	const engine = createEngine({ store });
	await learnPolicy(store, engine.policy);
	const template = { name: 'hello', language: 'en_US' };
	const at = store.runtime.now() - HOUR;
	for (const contact of ['491701111111', '491702222222', '491703333333']) {
		const facts = { ...(await engine.facts({ channel: '1', to: contact, template })), now: at };
		const sendable = { ...facts, templateState: 'sendable' } as const;
		const said = { action: 'template', rule: 'template', reason: '' } as const;
		const message = { key: `key of ${contact}`, channel: '1', contact };
		store.decisions.note(noteOf({ ...said, policy: engine.policy, facts: sendable, at }, message));
	}
	await store.decisions.ofSends([]);
}

/** Skips everything. */
function strictest(): string {
	const file = join(folder, 'nothing.json');
	const nothing = {
		name: 'nothing',
		version: 1,
		rules: [
			{
				name: 'nothing, "ever"',
				conditions: {
					any: [
						{ fact: 'window', operator: 'equal', value: 'open' },
						{ fact: 'window', operator: 'equal', value: 'closed' },
					],
				},
				event: { type: 'skip', params: { reason: 'No.' } },
			},
		],
	};
	writeFileSync(file, JSON.stringify(nothing));
	return file;
}

describe('business-messaging policy replay', () => {
	it('exits with 0 if nothing differs', async () => {
		await live();
		const { code, stdout, stderr } = await run('replay', 'strict');
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(
			/^None of 3 decisions differs with the policy \S+ \(version \d+\), which made all of them\./,
		);
	});

	it('says what a policy of a file would have changed, and exits with 3', async () => {
		await live();
		const { code, stdout } = await run('replay', strictest());
		expect(code).toBe(3);
		expect(stdout).toMatch(
			/^3 of 3 decisions differ with the policy nothing \(version 1\): 3 fewer messages would have gone out\. 3 skipped \(rule nothing, "ever"\) instead of sent as a template \(rule template\)\./,
		);
		expect(stdout).toMatch(/^ +3 {2}skipped \(.* for example 491701111111 at \d{4}-/m);
	});

	it('takes as many changes as it is told to', async () => {
		await live();
		expect((await run('replay', strictest(), '--max-changes', '3')).code).toBe(0);
		expect((await run('replay', strictest(), '--max-changes', '2')).code).toBe(3);
	});

	it('looks back as far as it is told to, and at one number', async () => {
		await live();
		expect((await run('replay', strictest(), '--since', '30m')).stdout).toMatch(/^No decision of that time/);
		expect((await run('replay', strictest(), '--channel', '2')).stdout).toMatch(/^No decision of that time/);
	});

	it('looks at one campaign, which has to exist', async () => {
		await live();
		const { code, stderr } = await run('replay', strictest(), '--campaign', 'spring');
		expect(code).toBe(1);
		expect(stderr).toMatch(/The campaign "spring" doesn't exist\./);
	});

	it('prints JSON, and a table for a pull request', async () => {
		await live();
		const { stdout } = await run('replay', strictest(), '--json');
		expect(JSON.parse(stdout)).toMatchObject({ decisions: 3, differ: 3, changes: [{ count: 3 }] });
		const markdown = (await run('replay', strictest(), '--markdown')).stdout;
		expect(markdown).toMatch(/^### Policy nothing\n\n3 of 3 decisions differ/);
		expect(markdown).toMatch(/^\| 3 \| template: template \| skip: nothing, "ever" \|$/m);
	});

	it('writes every decision that differs to a file, and overwrites none', async () => {
		await live();
		const file = join(folder, 'changes.csv');
		await run('replay', strictest(), '--changes', file);
		const [head, ...rows] = readFileSync(file, 'utf8').trim().split('\n');
		expect(head).toBe(
			'at,channel,customer,key,before,rule before,after,rule after,until,cost at most,currency',
		);
		expect(rows).toHaveLength(3);
		expect(rows[0]).toMatch(
			/^\d{4}-.*Z,1,491701111111,key of 491701111111,template,template,skip,"nothing, ""ever""",,,$/,
		);
		const again = await run('replay', strictest(), '--changes', file);
		expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/--changes must name a file/)]);
	});

	it('says what is wrong with a policy', async () => {
		const file = join(folder, 'broken.json');
		writeFileSync(file, '{');
		expect(await run('replay', file)).toMatchObject({ code: 1, stderr: expect.stringMatching(/isn't JSON/) });
		writeFileSync(file, JSON.stringify({ ...policies.strict, rules: [] }));
		expect(await run('replay', file)).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/can't be used/),
		});
		expect(await run('replay', 'gone')).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/The policy "gone" doesn't exist/),
		});
	});

	it('names all mistakes', async () => {
		const flags = ['--since', 'x', '--max-changes', 'few', '--json', '--markdown'];
		const { code, stderr } = await run('replay', ...flags);
		expect(code).toBe(2);
		expect(stderr).toMatch(/needs a policy/);
		expect(stderr).toMatch(/--since must be like/);
		expect(stderr).toMatch(/--max-changes must be a whole number/);
		expect(stderr).toMatch(/Use one/);
	});

	it('says what it can do', async () => {
		expect((await run('mend')).stderr).toContain(
			'Expected "policy list", "policy show", "policy save", "policy test", or "policy replay", not "policy mend".',
		);
		expect((await run()).stderr).toMatch(/^Say what to do: "policy list", /);
	});
});

/** The policy `mine`: what strict says, with another description, in a file. */
function mine(change: object = {}): string {
	const file = join(folder, 'mine.json');
	writeFileSync(file, JSON.stringify({ ...policies.strict, name: 'mine', description: 'Ours', ...change }));
	return file;
}

describe('business-messaging policy list', () => {
	it('lists the built-in policies, then the saved ones', async () => {
		await run('save', mine());
		const { code, stdout } = await run('list');
		expect(code).toBe(0);
		const lines = stdout.trim().split('\n');
		expect(lines.slice(0, 2)).toEqual([
			expect.stringMatching(/^strict +version \d+ {2}\d+ rules {2}\d+ tests {2}built in$/),
			expect.stringMatching(/^platform +version \d+ {2}\d+ rules {2}\d+ tests {2}built in$/),
		]);
		expect(lines.at(-1)).toMatch(/^mine +version 1 {2}\d+ rules {2}0 tests {2}saved \d{4}-\S+Z$/);
		const json = (await run('list', '--json')).stdout.trim().split('\n');
		expect(JSON.parse(json.at(-1)!)).toMatchObject({ name: 'mine', version: 1, builtIn: false, tests: 0 });
	});
});

describe('business-messaging policy show', () => {
	it('says what a built-in policy does, with the rules as sentences in their order', async () => {
		const { code, stdout, stderr } = await run('show', 'strict');
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^strict, version \d+, built in\n/);
		expect(stdout).toMatch(
			/\nThe first rule that applies decides:\n 1\. opted-out: Skip if Opted out is yes\.\n {6}\S[^]*\n 2\. agent-holds: /,
		);
		expect(stdout).toMatch(/\nTurned off:\n- human-active: Hold if /);
		expect(stdout).toMatch(/\nTests that every version has to pass:\n- /);
	});

	it('shows a saved policy with its facts and tests, also as JSON that can be saved again', async () => {
		const facts = { vip: { type: 'boolean', label: 'VIP', missing: false }, tier: { type: 'text' } };
		await run('save', mine({ facts }));
		const test = { name: 'never closed', statement: 'never freeform when window is closed' };
		await addPolicyTest(store, 'mine', test, store.runtime.now());
		const { stdout } = await run('show', 'mine');
		expect(stdout).toMatch(/^mine, version 1, saved \d{4}-\S+Z\nOurs\n/);
		expect(stdout).toContain(
			'\n- vip (VIP): yes or no. Without it, no counts.\n- tier: a text. Without it, a message whose decision depends on it is held.\n',
		);
		expect(stdout).toMatch(/\n- never freeform when window is closed\n$/);
		const json = (await run('show', 'mine', '--json')).stdout;
		const shown = JSON.parse(json) as { document: object };
		expect(shown).toMatchObject({
			name: 'mine',
			version: 1,
			builtIn: false,
			rules: expect.arrayContaining([
				expect.objectContaining({ name: 'opted-out', action: 'skip' }),
			]) as unknown,
			tests: ['never freeform when window is closed'],
		});
		const file = join(folder, 'shown.json');
		for (const content of [json, JSON.stringify(shown.document)]) {
			writeFileSync(file, content);
			expect((await run('save', file)).stdout).toMatch(/^Nothing changed: mine is version 1/);
			expect((await run('test', file)).stdout).toContain('never freeform when window is closed');
		}
	});

	it('shows a policy of a file, and says if there is none of a name', async () => {
		expect((await run('show', mine())).stdout).toMatch(/^mine, in the file \S+mine\.json\nOurs\n/);
		// A folder of that name isn't a policy.
		expect(existsSync('platform')).toBe(true);
		expect((await run('show', 'platform')).stdout).toMatch(/^platform, version \d+, built in\n/);
		expect(await run('show', 'gone')).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/The policy "gone" doesn't exist\. The available policies are: strict, /),
		});
	});
});

describe('business-messaging policy save', () => {
	it('needs no version in the file, which it counts itself, but refuses one that is none', async () => {
		expect((await run('save', mine({ version: undefined }))).stdout).toMatch(/^Saved mine, version 1\./);
		const second = await run('save', mine({ version: undefined, description: 'Changed' }));
		expect(second.stdout).toMatch(/^Saved mine, version 2\./);
		expect((await run('test', mine({ version: undefined }))).code).toBe(0);
		expect((await run('save', mine({ version: 0 }))).code).toBe(1);
	});

	it('saves the next version, unless nothing changed', async () => {
		expect((await run('save', mine())).stdout).toMatch(/^Saved mine, version 1\./);
		expect((await run('save', mine())).stdout).toMatch(/^Nothing changed: mine is version 1 already\./);
		const next = await run('save', mine({ description: 'Changed' }), '--json');
		expect(JSON.parse(next.stdout)).toMatchObject({ name: 'mine', version: 2, warnings: [] });
		expect((await store.policies.find('mine'))?.document.version).toBe(2);
	});

	it('warns which rules and facts the version before had', async () => {
		const rules = [
			{
				name: 'vips',
				conditions: { all: [{ fact: 'vip', operator: 'equal', value: true }] },
				event: { type: 'freeform', params: { reason: 'VIP.' } },
			},
		];
		const facts = { vip: { type: 'boolean', missing: false } };
		await run('save', mine({ rules: [...rules, ...policies.strict.rules], facts }));
		expect((await run('save', mine({ rules: policies.strict.rules }))).stdout).toMatch(
			/^Saved mine, version 2\.[^\n]*\nWarning: rules: Version 1 had rules that this one doesn't have: vips; and facts that this one doesn't have: vip\.\n/,
		);
		const kept = await run('save', mine({ rules: policies.strict.rules, description: 'Changed' }));
		expect(kept.stdout).not.toContain('Version 2 had');
	});

	it('refuses a policy that breaks a test of its name', async () => {
		await run('save', mine());
		const test = { name: 'never closed', statement: 'never freeform when window is closed' };
		await addPolicyTest(store, 'mine', test, store.runtime.now());
		const rules = [
			{
				name: 'always',
				conditions: { all: [{ fact: 'window', operator: 'in', value: ['open', 'closed'] }] },
				event: { type: 'freeform', params: { reason: 'Yes.' } },
			},
		];
		const { code, stderr } = await run('save', mine({ rules }));
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(
				/^The policy "mine" wasn't saved, because a test doesn't hold:\n- never freeform when window is closed: .* This change breaks it: the test held in version 1\.\nChange the policy, or delete the test if it no longer applies with Policy: Delete Test in n8n\./,
			),
		]);
		expect((await store.policies.find('mine'))?.document.version).toBe(1);
	});

	it('refuses the name of a built-in policy, and a file that does not exist', async () => {
		expect(await run('save', mine({ name: 'strict' }))).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^The policy "strict" comes with the package and can't be changed\./),
		});
		expect(await run('save', join(folder, 'gone.json'))).toMatchObject({
			code: 2,
			stderr: expect.stringMatching(/^The file .*gone\.json doesn't exist\./),
		});
	});
});

describe('business-messaging policy test', () => {
	it('runs the tests of a policy and exits with 0 if all hold', async () => {
		const { code, stdout, stderr } = await run('test', 'strict');
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^Holds {3}\S/m);
		expect(stdout).not.toContain('Broken');
		expect(stdout).toMatch(/^The policy can be used\. All of its tests hold: \d+\./m);
	});

	it('exits with 1 and a counterexample if a statement breaks', async () => {
		const { code, stdout } = await run('test', 'strict', '--statement', 'never template');
		expect(code).toBe(1);
		expect(stdout).toMatch(/^Broken {2}\S.*template/m);
		expect(stdout).toMatch(/^1 of \d+ tests doesn't hold\.$/m);
	});

	it('tells statements that cannot be read from those that break, counts them apart, and exits with 1', async () => {
		const statements = ['hold when moon is full', 'never template', 'hold when sun is up'];
		const flags = statements.flatMap((statement) => ['--statement', statement]);
		const { code, stdout } = await run('test', 'strict', ...flags);
		expect(code).toBe(1);
		expect(stdout).toMatch(/^Can't be read {2}hold when moon is full: [^\n]*Your Own Facts\)\.$/m);
		expect(stdout).toMatch(/^Broken {9}never template: /m);
		expect(stdout).toMatch(/^Can't be read {2}hold when sun is up: .* The facts are: window, /m);
		expect(stdout).toMatch(/^1 of \d+ tests doesn't hold\. 2 of \d+ tests can't be read\.$/m);
		const json = await run('test', 'strict', '--json', ...flags);
		const { tests } = JSON.parse(json.stdout) as { tests: Array<{ unreadable?: true }> };
		expect(tests.slice(-3).map(({ unreadable }) => unreadable)).toEqual([true, undefined, true]);
		expect((await run('test', 'strict', '--statement', 'fly')).code).toBe(1);
	});

	it('names all facts once, if several in a file do not exist', async () => {
		const about = (fact: string) => ({
			name: fact,
			conditions: { all: [{ fact, operator: 'equal', value: true }] },
			event: { type: 'skip', params: { reason: 'No.' } },
		});
		const { stdout } = await run('test', mine({ rules: [about('moon'), about('sun')] }));
		expect(stdout).toMatch(
			/The fact "moon" doesn't exist\.\n.*The fact "sun" doesn't exist\. The facts are: window, /,
		);
		expect(stdout.split('The facts are: ')).toHaveLength(2);
	});

	it('names a rule by the number and the name that policy show has for it', async () => {
		const shown = (await run('show', 'strict')).stdout;
		const wrong = (name: string) => ({ fact: 'moon', operator: 'equal', value: name });
		const rules = policies.strict.rules.map((rule) =>
			['human-active', 'template'].includes(rule.name) ? { ...rule, conditions: wrong(rule.name) } : rule,
		);
		const [, number] = /^ *(\d+)\. template: /m.exec(shown)!;
		const file = mine({ rules });
		const places = [
			'Rule human-active (turned off), conditions.fact: The fact "moon" doesn\'t exist.',
			`Rule ${number} (template), conditions.fact: The fact "moon" doesn't exist.`,
		];
		const { stdout } = await run('test', file);
		for (const place of places) expect(stdout).toContain(`Error: ${place}`);
		for (const action of ['save', 'show', 'replay']) {
			const { code, stderr } = await run(action, file);
			expect([code, stderr]).toEqual([1, expect.stringMatching(/^This policy can't be used:\n- Rule human/)]);
			for (const place of places) expect(stderr).toContain(`- ${place}`);
			expect(stderr).not.toContain('rules[');
		}
		const json = JSON.parse((await run('test', file, '--json')).stdout) as {
			problems: Array<{ path: string }>;
		};
		const paths = ['human-active', 'template'].map(
			(name) => `rules[${policies.strict.rules.findIndex((rule) => rule.name === name)}].conditions.fact`,
		);
		expect(json.problems.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
	});

	it('names a rule in a warning, too, also of a policy that was saved', async () => {
		const always = { fact: 'window', operator: 'in', value: ['open', 'closed'] };
		const [first, ...others] = policies.strict.rules;
		const file = mine({ rules: [{ ...first, conditions: always }, ...others] });
		const warning = /^Warning: Rule 2 \(agent-holds\): The rule "agent-holds" can never fire/m;
		expect((await run('test', file)).stdout).toMatch(warning);
		expect((await run('save', file)).stdout).toMatch(warning);
	});

	it('names every error of a file', async () => {
		const { code, stdout } = await run('test', mine({ rules: [] }));
		expect([code, stdout]).toEqual([1, expect.stringMatching(/^Error: rules: .*\nThe policy can't be used/)]);
		const { stdout: json } = await run('test', mine({ rules: [] }), '--json');
		expect(JSON.parse(json)).toMatchObject({ usable: false, problems: [{ path: 'rules' }] });
	});
});

describe('policy test --facts', () => {
	function factsFile(content: unknown): string {
		const file = join(folder, 'facts.json');
		writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
		return file;
	}
	const open = { window: 'open', hasFreeform: true };
	const decided = { kind: 'decision', action: 'hold', facts: { window: 'closed' } };

	it('says what the policy decides for each message, and why', async () => {
		const { code, stdout, stderr } = await run('test', 'strict', '--facts', factsFile([open, decided]));
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^1: Freeform would be sent by the rule \S+: /m);
		expect(stdout).toMatch(/^2: Skipped by the rule no-template: /m);
		expect(stdout).toMatch(/^ {5}not by \S+: window is "closed", and equal "open" is asked$/m);
	});

	it('takes what why --json prints, with its other lines, and one line of it', async () => {
		await live();
		const why = await scene.run(['why', '491701111111', '--json'], {
			BUSINESS_MESSAGING_STORE: scene.storeUrl,
		});
		const other = { channel: '1', kind: 'received', at: 1, sentence: 'Wrote: Hello' };
		const lines = `${JSON.stringify(other)}\n${why.stdout}`;
		const { code, stdout, stderr } = await run('test', 'strict', '--facts', factsFile(lines));
		expect([code, stderr]).toEqual([0, '']);
		expect(stdout).toMatch(/^1: The template would be sent by the rule template: /m);
		const listed = await run('test', 'strict', '--facts', factsFile([JSON.parse(why.stdout)]));
		expect(listed.stdout).toBe(stdout);
		const mixed = await run('test', 'strict', '--facts', factsFile([null, open, 5]));
		expect([mixed.code, mixed.stderr]).toEqual([
			1,
			expect.stringContaining('has something else than facts at place 1, place 3 of its list'),
		]);
		const nothing = await run('test', 'strict', '--facts', factsFile(other));
		expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringContaining('has no facts. Write')]);
	});

	it('decides as Policy: Test does in n8n, also with JSON', async () => {
		const { stdout } = await run('test', 'strict', '--json', '--facts', factsFile(open));
		const { usable, decisions } = JSON.parse(stdout) as { usable: boolean; decisions: object[] };
		const { action, rule, reason } = await tryPolicy(policies.strict, open);
		expect(usable).toBe(true);
		expect(decisions).toMatchObject([{ action, rule, reason, retryAt: null, notGiven: [] }]);
	});

	it('takes values in any case, in the words of sentences, and as forms do', async () => {
		const written = (facts: object) => ({ window: 'Closed', hasTemplate: 'yes', ...facts });
		const messages = [
			written({ templateState: 'approved', category: 'marketing' }),
			written({ templateState: 'APPROVED', marketingSent: '2 h, 3 d' }),
			written({ templateState: 'In review' }),
			written({ templateState: 'over the limit' }),
			written({ templateState: 'PAUSED' }),
		];
		const { stdout, stderr } = await run('test', 'strict', '--json', '--facts', factsFile(messages));
		expect(stderr).toBe('');
		expect(JSON.parse(stdout)).toMatchObject({
			decisions: [
				{ rule: 'template' },
				{ rule: 'template' },
				{ rule: 'template-in-review', reason: expect.stringContaining(' is in review.') as string },
				{ rule: 'template-in-review', reason: expect.stringContaining(' is over the limit.') as string },
				{ rule: 'template-paused-without-end' },
			],
		});
	});

	it.each([
		[
			'near one',
			'sendabel',
			/templateState\) is never "sendabel"\. Did you mean sendable\? It is one of: never-seen, sendable, /,
		],
		['near none', 'blue', /templateState\) is never "blue"\. It is one of: never-seen, sendable, /],
		['empty', '', /It is empty\. Template state \(templateState\) is one of: never-seen, sendable, /],
	])('lists the values of a fact that another one is given for: %s', async (_, templateState, said) => {
		const { code, stderr } = await run('test', 'strict', '--facts', factsFile({ templateState }));
		expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
	});

	it('names everything that is wrong with the facts, with their places, and decides nothing', async () => {
		const wrong = [open, { window: 'ajar' }, { moon: 'full' }];
		const { code, stdout, stderr } = await run('test', 'strict', '--facts', factsFile(wrong));
		expect([code, stdout]).toEqual([1, '']);
		expect(stderr).toMatch(/^- 2: .*window/im);
		expect(stderr).toMatch(/^- 3: .*moon/m);
		const nothing = await run('test', 'strict', '--facts', factsFile('[]'));
		expect(nothing.stderr).toContain('has no facts. Write an object such as {"window": "open"}');
		const missing = await run('test', 'strict', '--facts', join(folder, 'gone.json'));
		expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("gone.json doesn't exist")]);
	});
});
