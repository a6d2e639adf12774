import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Console } from '../../console';
import { openStore } from '../../store';
import { explainThree } from '../../tools/main-job/explain-three';
import type { Line } from '../../tools/main-job/report';
import { faultsOf, resultOf } from '../../tools/main-job/report';
import type { MainJob, Stage } from '../../tools/main-job/run-main-job';
import { loginOf, openConsole, openStage, placesOf, runMainJob } from '../../tools/main-job/run-main-job';
import { ROOT } from '../../tools/sources';
import type { Sandbox } from '../../sandbox';
import { borrowN8n } from '../support/n8n/borrow-n8n';

const MINUTES = 60_000;

let stage: Stage;
let opened: Sandbox;
let served: Console;
let lines: Line[];
let job: MainJob;
const steps: string[] = [];
const written: Array<[count: number, of: number]> = [];

beforeAll(async () => {
	stage = await openStage(
		(contents) => {
			expect(opened.page).toMatch(/^http:/);
			return borrowN8n(contents);
		},
		undefined,
		(sandbox) => (opened = sandbox),
	);
	served = await openConsole(stage);
	job = await runMainJob(
		stage,
		(step) => steps.push(step),
		served,
		(...counts) => written.push(counts),
	);
	({ lines } = job);
}, 20 * MINUTES);

afterAll(async () => {
	await served?.close();
	await stage?.close();
});

const decisionsFor = (wanted: (line: Line) => boolean) => [
	...new Set(lines.filter(wanted).map(({ state, form, rule }) => `${form || state}: ${rule}`)),
];

it('runs in an n8n that has the packed tarball: the files that npm publishes, and no others', () => {
	const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
		cwd: ROOT,
		encoding: 'utf8',
	});
	const [{ files }] = JSON.parse(listing) as [{ files: Array<{ path: string }> }];
	const folder = join(stage.n8n.folder, '.n8n/nodes/node_modules/n8n-nodes-business-messaging');
	const installed = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
	expect(installed.sort()).toEqual(files.map(({ path }) => path).sort());
});

it('gives each of at least 200 customers one state with a rule and a reason', () => {
	expect(lines.length).toBeGreaterThanOrEqual(200);
	expect(lines.filter(({ state, rule, reason }) => !state || !rule || !reason)).toEqual([]);
});

it.each([
	['wrote today', 'order_update', ['freeform: window-open']],
	['silent', 'order_update', ['template: template']],
	['wrote two days ago', 'order_update', ['template: template']],
	['with the agent', 'order_update', ['held: agent-holds']],
	['opted out', 'order_update', ['template: template']],
	['opted out', 'spring_offer', ['skipped: opted-out']],
	['opted out', 'loyalty_news', ['skipped: opted-out']],
	['silent', 'loyalty_news', ['held: template-paused']],
	['wrote today', 'loyalty_news', ['freeform: window-open']],
])('a customer who %s, with the template %s: %p', (lately, template, decisions) => {
	expect(
		decisionsFor(({ customer }) => customer.lately === lately && customer.template === template),
	).toEqual(decisions);
});

it('delivers every message that the campaign says was sent, and no other', () => {
	const sent = lines.filter(({ messageId }) => messageId !== '');
	expect(sent.map(({ delivery }) => delivery)).toEqual(sent.map(() => 'delivered'));
	expect(stage.sandbox.control.sent()).toHaveLength(sent.length);
});

it('puts the values of the variables into the template', () => {
	const [message] = stage.sandbox.control.sent().filter(({ type }) => type === 'template');
	const line = lines.find(({ messageId }) => messageId === message?.id);
	expect(message?.body.template).toMatchObject({
		components: [
			{
				type: 'body',
				parameters: [
					{ type: 'text', text: line?.customer.name },
					{ type: 'text', text: line?.customer.product },
				],
			},
		],
	});
});

it('leaves a store that explains three customers with different fates', async () => {
	const store = await openStore(`sqlite:${stage.n8n.storeFile}`);
	try {
		const told = await explainThree(store, stage.sandbox.phoneNumberId, lines);
		expect(told).toEqual([
			expect.stringMatching(
				/ got nothing:.*The customer opted out of marketing messages\..*Skipped by the rule opted-out /s,
			),
			expect.stringMatching(
				/ waits:.*The customer wrote: .*Held by the rule .*Send Due of the workflow “Campaign from a CSV file”, which has to be published, looks at it/s,
			),
			expect.stringMatching(/ got a template:.*Allowed as a template .*Delivered\./s),
		]);
	} finally {
		await store.close();
	}
});

it('is told in twelve lines, of which the last three say where to go on, and the very last one where to begin', async () => {
	const places = placesOf(stage, served, lines);
	const told = [
		'Starting n8n …',
		opened.page,
		loginOf(stage),
		...steps,
		resultOf(lines, job.summary, []),
		...places,
	];
	expect(told.join('\n').split('\n')).toHaveLength(12);
	expect(told.at(-1)).toContain(opened.page);
	expect(told.at(-2)).toContain(`${served.url}#/campaigns`);
	const who = /why "(.+)" --store sqlite:(.+)$/.exec(told.at(-3)!)!;
	expect(lines.find(({ customer }) => customer.name === who[1])?.state).toBe('skipped');
	expect(who[2]).toBe(stage.n8n.storeFile);
	const campaigns = await (await fetch(`${served.url}api/campaigns`)).json();
	const planned = lines.filter(({ state }) => state !== 'invalid').length;
	expect(campaigns).toMatchObject({ rows: [{ id: 'spring-news', total: planned }] });
});

it('counts who has written, up to everybody who will', () => {
	const everybody = written.length;
	expect(written).toEqual(written.map((_, index) => [index + 1, everybody]));
	expect(everybody).toBeGreaterThan(0);
});

it('says where to watch the campaign while it sends', () => {
	const sending = 'Sending the messages that are due.';
	expect(steps).toContain(`${sending} Watch the campaign: ${served.url}#/campaigns`);
});

it('does nothing that the rules forbid, as the sandbox sees it', () => {
	expect(faultsOf(lines, stage.sandbox)).toEqual([]);
});

it('leaves no workflow published and no webhook set, so that the number is free for the first one of a newcomer', async () => {
	const headers = { 'SVC-API-KEY': stage.sandbox.apiKey };
	const configured = await fetch(`${stage.sandbox.url}/v1/configs/webhook`, { headers });
	expect(await configured.json()).toEqual({ url: '' });
	expect(await stage.n8n.api.publicationStatus('bmReceiveMessages')).toMatchObject({
		status: 'not_published',
	});
});
