import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fullName, METRICS, type MetricName } from '../../monitoring';
import { ROOT } from '../../tools/sources';
import { openReceiverScene, messageBody } from '../receiver/support/receiver-scene';
import { CHANNEL } from '../support/wire';
import { readExposition } from './support/read-exposition';

const FOLDER = join(ROOT, 'docs/monitoring');
const readText = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

interface Panel {
	title: string;
	targets?: Array<{ expr: string }>;
}

const panels = (JSON.parse(readText('dashboard.json')) as { panels: Panel[] }).panels;
/** What the dashboard asks, with a time in place of what Grafana fills in. */
const asked = panels.flatMap(({ title, targets = [] }) =>
	targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
);

const alerts = readText('alerts.yml');
const names = (Object.keys(METRICS) as MetricName[]).map(fullName);
/** The metrics that a text names in full. */
const namedIn = (text: string) =>
	(text.match(/\bbusiness_messaging_[a-z_]+\b(?!…)/g) ?? []).map((name) => name.replace(/_bucket$/, ''));

it('the alert rules and the dashboard name only metrics that there are', () => {
	const named = new Set([...namedIn(alerts), ...asked.flatMap(([, expr]) => namedIn(expr))]);
	expect([...named].filter((name) => !names.includes(name))).toEqual([]);
});

it('the manuals name only metrics that there are', () => {
	const manuals = readdirSync(join(ROOT, 'docs')).filter((file) => file.endsWith('.md'));
	const named = manuals.flatMap((file) => namedIn(readFileSync(join(ROOT, 'docs', file), 'utf8')));
	expect(named.filter((name) => !names.includes(name))).toEqual([]);
});

it('the dashboard shows every metric, apart from those that say the same as another one', () => {
	const shown = new Set(asked.flatMap(([, expr]) => namedIn(expr)));
	expect(names.filter((name) => !shown.has(name))).toEqual(
		(['events_ineffective_total', 'inbox_oldest_age_seconds', 'forward_oldest_age_seconds'] as const).map(
			fullName,
		),
	);
});

it('there are eight alert rules, each with a severity, a summary, and what to do', () => {
	const rules = alerts.split(/^ {6}- alert: /m).slice(1);
	expect(rules).toHaveLength(8);
	for (const rule of rules) expect(rule).toMatch(/severity:[^]*summary: .+\n[^]*description: .+/);
});

/** Everything that a receiver tells, after something of everything has happened. */
async function figures(): Promise<string> {
	const scene = await openReceiverScene();
	await scene.post(messageBody('wamid.1'));
	scene.store.addTally('sends', { number: CHANNEL, result: 'accepted' });
	const text = await scene.figures();
	await scene.close();
	return text;
}

it('a receiver tells what the store knows and what it counts itself, in the format of Prometheus', async () => {
	const metrics = readExposition(await figures());
	const types = Object.fromEntries([...metrics].map(([name, { type }]) => [name, type]));
	expect(types).toMatchObject({
		business_messaging_events_total: 'counter',
		business_messaging_inbox_events: 'gauge',
		business_messaging_commit_seconds: 'histogram',
	});
	for (const [name, { help }] of metrics) expect([name, help]).toEqual([name, expect.stringMatching(/\.$/)]);
});

const promtool = (args: string[], input = '') => {
	const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8', cwd: FOLDER });
	return { status, said: `${stdout}${stderr}` };
};
const isInstalled = spawnSync('promtool', ['--version']).status === 0;

// CI installs it. Without it, the cases above still hold.
(isInstalled ? describe : describe.skip)('promtool', () => {
	it('finds nothing wrong with the metrics', async () => {
		expect(promtool(['check', 'metrics'], await figures())).toEqual({ status: 0, said: '' });
	});

	it('finds something wrong with others', () => {
		expect(promtool(['check', 'metrics'], '# TYPE a counter\na 1\n').status).not.toBe(0);
	});

	it('accepts the alert rules, which say in each situation what they should', () => {
		expect(promtool(['check', 'rules', 'alerts.yml'])).toMatchObject({ status: 0 });
		expect(promtool(['test', 'rules', 'alerts.test.yml'])).toMatchObject({ status: 0 });
	});

	it('accepts everything that the dashboard asks', () => {
		const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
		try {
			const rules = asked.map(([, expr], index) => ({ record: `asked:${index}`, expr }));
			const file = join(folder, 'rules.yml');
			writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
			expect(promtool(['check', 'rules', file])).toMatchObject({ status: 0 });
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	});
});
