import type { RuleProperties } from 'json-rules-engine';
import { Engine as RulesEngine, Rule } from 'json-rules-engine';
import { createEngine, factCatalogue, parseWebhook, policies } from '../../engine';
import { openStore } from '../../store';
import type { Facts, Intent } from '../../engine';
import { prepared, rulesInOrder } from '../../rules';
import { compilePolicy } from '../../engine/policies/compile-policy';
import { NOTHING_KNOWN } from '../../engine/policies/facts';
import type { Contender } from './measure';
import { rateTable, ratesOf } from './measure';

const CHANNEL = '100';
const NOW = 1_800_000_000_000;
const SIDE_BY_SIDE = 512;
const COUNT = 20 * SIDE_BY_SIDE;
const REFERENCE = 'json-rules-engine, fresh engine, shared rules, no trace';

/** The facts of a decision that reaches the last rule. */
const facts: Facts = {
	...NOTHING_KNOWN,
	category: 'UTILITY',
	hasFreeform: true,
	hasTemplate: true,
	template: 'hello (en_US)',
	templateState: 'sendable',
};

/** Does something `count` times, 512 at once. */
const sideBySide = (act: () => Promise<unknown>) => async (count: number) => {
	for (let done = 0; done < count; done += SIDE_BY_SIDE) {
		await Promise.all(Array.from({ length: SIDE_BY_SIDE }, act));
	}
};

const rules = rulesInOrder(policies.strict.rules);

const ruleProperties = rules.map(
	({ name, conditions, event }, index) =>
		({
			name,
			conditions: prepared(conditions, factCatalogue),
			event,
			priority: rules.length - index,
		}) as RuleProperties,
);

const runReference = async (rules: Array<Rule | RuleProperties>) => {
	const engine = new RulesEngine(rules as Rule[]);
	engine.on('success', () => engine.stop());
	return engine.run(facts);
};

/** The same policy as a handwritten function, which no rules engine can beat. */
function plainFunction(given: Facts): string {
	if (given.optedOut) return 'skip';
	if (given.window === 'open' && given.holder === 'agent') return 'hold';
	if (given.window === 'open' && given.windowClosesIn <= 60_000 && given.templateState === 'sendable')
		return 'hold';
	if (given.window === 'open' && given.hasFreeform) return 'freeform';
	if (given.window === 'open' && given.hasTemplate) return 'hold';
	if (!given.hasTemplate) return 'skip';
	return given.templateState === 'sendable' ? 'template' : 'hold';
}

async function engineWithState() {
	const engine = createEngine({ store: await openStore('sqlite::memory:'), now: () => NOW });
	const message = {
		id: 'wamid.1',
		from: '491701234567',
		timestamp: String(NOW / 1_000 - 90_000),
		type: 'text',
	};
	const value = { metadata: { phone_number_id: CHANNEL }, messages: [message] };
	await engine.ingest(parseWebhook({ entry: [{ id: 'A', changes: [{ field: 'messages', value }] }] }));
	const template = { name: 'hello', language: 'en_US', status: 'APPROVED', category: 'UTILITY' };
	await engine.record({ kind: 'templates-listed', channel: CHANNEL, templates: [template] });
	return engine;
}

/** How much memory a decision leaves behind after garbage collection. bytes */
async function memoryLeftBehind(decide: (count: number) => Promise<void>): Promise<number | undefined> {
	if (!globalThis.gc) return undefined;
	await decide(COUNT);
	globalThis.gc();
	const before = process.memoryUsage().heapUsed;
	await decide(5 * COUNT);
	globalThis.gc();
	return (process.memoryUsage().heapUsed - before) / (5 * COUNT);
}

/** Measures decisions per second next to plain json-rules-engine and a handwritten function. */
export async function benchRules(): Promise<void> {
	const policy = compilePolicy(policies.strict);
	const shared = ruleProperties.map((properties) => new Rule(properties));
	const engine = await engineWithState();
	const intent: Intent = {
		channel: CHANNEL,
		to: '+49 170 1234567',
		freeform: true,
		template: { name: 'hello', language: 'en_US' },
	};
	const ours = sideBySide(() => policy.ask(facts, true));
	const contenders: Contender[] = [
		{ name: REFERENCE, run: sideBySide(() => runReference(shared)) },
		{
			name: 'json-rules-engine, fresh engine, fresh rules, no trace',
			run: sideBySide(() => runReference(ruleProperties)),
		},
		{ name: 'this policy engine, with trace', run: ours },
		{
			name: 'engine.decide with trace, state read from SQLite',
			run: sideBySide(() => engine.decide(intent, { trace: true })),
		},
		{ name: 'a plain function', run: sideBySide(async () => plainFunction(facts)) },
	];
	const rates = await ratesOf(contenders, COUNT);
	const left = await memoryLeftBehind(ours);
	process.stdout.write(`${rateTable(rates, REFERENCE)}\n`);
	process.stdout.write(
		left === undefined ? '' : `${left.toFixed(1)} bytes stay in memory after each decision\n`,
	);
	await engine.store.close();
}
