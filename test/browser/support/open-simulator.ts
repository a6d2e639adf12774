import type { BrowserContextOptions } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { clientOf, type Client } from '../../sandbox/support/client';
import { startReceiver, type Receiver } from '../../sandbox/support/receiver';
import type { OpenedPage } from './open-page';
import { openPage } from './open-page';

/** The page of a sandbox in a real browser, with a business that receives events and sends messages. */
export interface Simulator extends OpenedPage {
	sandbox: Sandbox;
	client: Client;
	receiver: Receiver;
	/** Adds a customer as a person does, and opens the chat. */
	addCustomer(name: string, phone: string): Promise<void>;
	/** Writes into the open chat. */
	write(text: string): Promise<void>;
}

/** Opens the page. The tour is closed unless `tour` is true. */
export async function openSimulator({
	tour = false,
	...options
}: BrowserContextOptions & { tour?: boolean } = {}): Promise<Simulator> {
	const receiver = await startReceiver();
	const sandbox = await startSandbox();
	const client = clientOf(sandbox);
	await client.setWebhook(receiver.url);
	const opened = await openPage(sandbox.page, options);
	const { page } = opened;
	await page.getByText('A workflow is listening').waitFor();
	if (!tour) await page.getByRole('button', { name: 'Close the tour' }).click();
	return {
		sandbox,
		client,
		receiver,
		...opened,
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
		async close() {
			await opened.close();
			await sandbox.close();
			await receiver.close();
		},
	};
}
