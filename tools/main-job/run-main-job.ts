import { join } from 'node:path';
import { systemRuntime } from '../../base';
import type { Contents, Execution, N8n } from '../n8n';
import { itemsOf, startN8n } from '../n8n';
import { type Console, startConsole } from '../../console';
import { savePrices, writeAmount } from '../../engine';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openStore } from '../../store';
import { readCustomers } from './customers';
import { EXAMPLES, readCampaign, readPlayACustomer, readWorkflow, sandboxCredential } from './examples';
import { addTemplates, playCustomers, PLAYED } from './play-customers';
import type { Line } from './report';
import { linesOf } from './report';
import { sendUntilDone } from './send-until-done';
import type { StartPorts } from './start-options';

/** What the main job needs of n8n. */
interface MainJobN8n extends Pick<N8n, 'url' | 'owner' | 'folder' | 'api' | 'stop'> {
	/** The file of the store. */
	storeFile: string;
}

/** The sandbox, and n8n with this package, its credential, and the example workflows. */
export interface Stage {
	sandbox: Sandbox;
	n8n: MainJobN8n;
	close(): Promise<void>;
}

/** The result for each customer, and the summary of Send Due. */
export interface MainJob {
	lines: Line[];
	summary: Record<string, unknown>;
}

/** The example that receives messages. */
const RECEIVE = 'bmReceiveMessages';

const CUSTOMERS = join(EXAMPLES, 'customers.csv');

/** The times that n8n shows are those of this machine, as on the page of the sandbox. */
const GENERIC_TIMEZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

async function startMainN8n(contents: Contents, port?: number): Promise<MainJobN8n> {
	const env = { N8N_RESTRICT_FILE_ACCESS_TO: EXAMPLES, GENERIC_TIMEZONE };
	const n8n = await startN8n({ ...contents, env, port });
	return { ...n8n, storeFile: join(n8n.folder, '.n8n/business-messaging.sqlite') };
}

/** Where somebody who has logged in sees the workflows. Without the path, n8n opens its assistant. */
const workflowsOf = ({ url }: MainJobN8n) => `${url}/home/workflows`;

/** When n8n is killed if it hasn't ended by itself: whoever presses Ctrl+C waits for it. ms */
const STOPS_WITHIN = 10_000;

/** A console over the store of the stage. Its customers are made up, so their phone numbers are shown. */
export const openConsole = ({ n8n }: Stage, port = 0): Promise<Console> =>
	startConsole({ store: `sqlite:${n8n.storeFile}`, n8nUrl: n8n.url, showCustomers: true, port });

const campaignsIn = ({ url }: Console) => `${url}#/campaigns`;

/** Where n8n is, and how to log in. */
export const loginOf = ({ n8n }: Stage): string =>
	`${workflowsOf(n8n)} (log in as ${n8n.owner.email} with the password ${n8n.owner.password})`;

/** Where to go on, an address a line. The last one is where to begin. */
export function placesOf(stage: Stage, served: Console, lines: readonly Line[]): string[] {
	const { n8n, sandbox } = stage;
	const skipped = lines.find(({ state }) => state === 'skipped') ?? lines[0]!;
	const who = JSON.stringify(skipped.customer.name);
	return [
		`n8n: ${loginOf(stage)}. Press Ctrl+C to stop.`,
		`Ask in a terminal why a customer got nothing: npm run cli -- why ${who} --store sqlite:${n8n.storeFile}`,
		`See the campaign in the console, and why messages are held or skipped: ${campaignsIn(served)}`,
		`Begin here, with a tour, and play a customer: ${sandbox.page}`,
	];
}

/** The time that the sandbox begins at, so that it is the real time there once the customers have been played. */
const earlier = { ...systemRuntime, now: () => systemRuntime.now() - PLAYED };

/** What people read in the tour who open the page early. */
const BUSY =
	'npm start is still at work: it starts n8n, lets customers write, and sends a campaign. The tour counts what happens after that.';

/** What the customers' countries cost, in millionths, in the sandbox and in n8n. The prices are made up. */
const PRICES = {
	currency: 'EUR',
	markets: {
		GB: { marketing: 38_200, utility: 15_900, authentication: 15_900, service: 15_900 },
		US: { marketing: 21_800, utility: 3_400, authentication: 3_400, service: 3_400 },
	},
};

/**
 * Starts the sandbox and n8n, and publishes the workflow that receives messages.
 * @param start by default, starts an n8n that can read the customers' file
 * @param ports free ones if left out
 * @param onSandbox is called as soon as the sandbox runs, before n8n does
 */
export async function openStage(
	start = startMainN8n,
	ports?: StartPorts,
	onSandbox: (sandbox: Sandbox) => void = () => {},
): Promise<Stage> {
	const [n8nPort, port] = ports ?? [];
	const sandbox = await startSandbox({ runtime: earlier, port });
	try {
		await sandbox.control.setBusy(BUSY);
		onSandbox(sandbox);
		await sandbox.control.configure({ prices: PRICES });
		const credential = sandboxCredential(sandbox);
		// So that a customer's history shows what was sent.
		credential.data.keepSentTexts = true;
		const contents = {
			credentials: [credential],
			workflows: [readWorkflow('receive'), readCampaign(CUSTOMERS), readPlayACustomer(sandbox)],
			publish: [RECEIVE],
		};
		const n8n = await start(contents, n8nPort);
		const { email, password } = n8n.owner;
		await sandbox.control.setEditor({ url: workflowsOf(n8n), email, password });
		const close = async () => {
			await n8n.stop(STOPS_WITHIN);
			await sandbox.close();
		};
		return { sandbox, n8n, close };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}

/** Sets the prices that the sandbox bills, as *Set Prices* does. */
async function setPrices({ sandbox: { accountId }, n8n }: Stage): Promise<void> {
	const { currency, markets } = PRICES;
	const rows = Object.entries(markets).flatMap(([market, prices]) =>
		Object.entries(prices).map(([category, price]) => ({ market, category, price: writeAmount(price) })),
	);
	const store = await openStore(`sqlite:${n8n.storeFile}`);
	try {
		const given = { account: accountId, currency, timeZone: 'UTC', firstDay: '', rows };
		await savePrices(store, given, store.runtime.now());
	} finally {
		await store.close();
	}
}

/** Runs the part of the campaign workflow that a trigger starts. @throws Error if it fails */
async function run({ api }: MainJobN8n, trigger: string): Promise<Execution> {
	const execution = await api.waitForExecution(await api.runWorkflow('bmCampaign', trigger), 300_000);
	if (execution.status === 'success') return execution;
	const why = execution.data?.resultData.error?.message ?? '';
	throw new Error(`"${trigger}" of the campaign workflow ended with the status ${execution.status}: ${why}`);
}

/**
 * The main job: customers write, the campaign plans everyone in the customers' file, and sends each of them what the
 * rules allow. Afterwards no workflow is published and no webhook is set, so that the number is free for the first
 * workflow that somebody builds.
 * @param step is called with the title of each step
 * @param served the console, if somebody can watch the campaign: the title of its step says where
 * @param onWrite is called when a customer has written, with how many have, of how many who will
 */
export async function runMainJob(
	stage: Stage,
	step: (text: string) => void = () => {},
	served?: Console,
	onWrite?: (written: number, of: number) => void,
): Promise<MainJob> {
	const { sandbox, n8n } = stage;
	const customers = readCustomers(CUSTOMERS);
	step('Customers are writing …');
	await addTemplates(sandbox);
	await playCustomers(sandbox, customers, onWrite);
	await setPrices(stage);

	step('Planning the campaign …');
	const planned = await run(n8n, 'Every morning');
	const sending = 'Sending the messages that are due';
	step(served ? `${sending}. Watch the campaign: ${campaignsIn(served)}` : `${sending} …`);
	const summary = await sendUntilDone(async () => {
		const [item = {}] = itemsOf(await run(n8n, 'Every minute'), 'Send Due');
		return item;
	});
	step('Waiting for the delivery reports …');
	await sandbox.control.idle();
	const shown = await run(n8n, 'Show everybody');
	await n8n.api.unpublish(RECEIVE);
	await sandbox.control.unsetWebhook();
	await sandbox.control.setBusy();
	const recipients = [...itemsOf(shown, 'Recipients'), ...itemsOf(planned, 'Plan', 1)];
	return { lines: linesOf(customers, recipients, sandbox), summary };
}
