import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, type Client } from '../../sandbox/support/client';
import { startReceiver, type Receiver } from '../../sandbox/support/receiver';
import { ARTIFACTS, openBrowser, PATIENCE } from './open-browser';

/** The page of a sandbox in a real browser, with a business that receives events and sends messages. */
export interface Simulator {
	sandbox: Sandbox;
	client: Client;
	receiver: Receiver;
	page: Page;
	/** The hosts that the page asked for anything. */
	hosts: Set<string>;
	/** What the browser reported as an error. */
	errors: string[];
	/** Adds a customer as a person does, and opens the chat. */
	addCustomer(name: string, phone: string): Promise<void>;
	/** Writes into the open chat. */
	write(text: string): Promise<void>;
	/** Saves a screenshot to `artifacts/`. */
	shot(name: string): Promise<unknown>;
	close(): Promise<void>;
}

/** Opens the page. The tour is closed unless `tour` is true. */
export async function openSimulator({
	tour = false,
	...options
}: BrowserContextOptions & { tour?: boolean } = {}): Promise<Simulator> {
	mkdirSync(ARTIFACTS, { recursive: true });
	const receiver = await startReceiver();
	const sandbox = await startSandbox();
	const client = clientOf(sandbox);
	await client.setWebhook(receiver.url);
	const browser = await openBrowser();
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	const hosts = new Set<string>();
	const errors: string[] = [];
	page.on('request', (request) => hosts.add(new URL(request.url()).host));
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
	await page.goto(sandbox.page);
	await page.getByText('A workflow is listening').waitFor();
	if (!tour) await page.getByRole('button', { name: 'Close the tour' }).click();
	return {
		sandbox,
		client,
		receiver,
		page,
		hosts,
		errors,
		async addCustomer(name, phone) {
			await page.getByRole('button', { name: 'New customer' }).click();
			await page.getByLabel('Name', { exact: true }).fill(name);
			await page.getByLabel('Phone number', { exact: true }).fill(phone);
			await page.getByRole('button', { name: 'Add', exact: true }).click();
			await page.getByRole('heading', { name }).waitFor();
		},
		async write(text) {
			await page.getByRole('textbox', { name: 'Message' }).fill(text);
			await page.getByRole('button', { name: 'Send', exact: true }).click();
		},
		shot: (name) => page.screenshot({ path: join(ARTIFACTS, `${name}.png`) }),
		async close() {
			await browser.close();
			await sandbox.close();
			await receiver.close();
		},
	};
}
