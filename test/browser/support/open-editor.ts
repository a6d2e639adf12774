import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { selectors } from 'playwright-core';
import type { Contents } from '../../../tools/n8n';
import { type BorrowedN8n, borrowN8n } from '../../support/n8n/borrow-n8n';
import { ARTIFACTS, openBrowser, PATIENCE } from './open-browser';

/** The real editor of a real n8n, with its owner logged in. */
export interface Editor {
	n8n: BorrowedN8n;
	page: Page;
	/** Opens a node's form. */
	openNode(workflow: string, node: string): Promise<void>;
	/** Saves a screenshot to `artifacts/`. */
	shot(name: string): Promise<unknown>;
	/** Saves a screenshot in light, and one in dark. */
	shots(name: string): Promise<void>;
	close(): Promise<void>;
}

export async function openEditor(contents: Contents): Promise<Editor> {
	selectors.setTestIdAttribute('data-test-id');
	mkdirSync(ARTIFACTS, { recursive: true });
	const n8n = await borrowN8n(contents);
	const browser = await openBrowser().catch(async (error: unknown) => {
		await n8n.stop();
		throw error;
	});
	const context = await browser.newContext({ viewport: { width: 1500, height: 1000 } });
	const [name = '', value = ''] = n8n.api.access.cookie.split(/=(.*)/);
	await context.addCookies([{ name, value, url: n8n.url }]);
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	const shot = (name: string) => page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });
	return {
		n8n,
		page,
		shot,
		async shots(name) {
			for (const colorScheme of ['light', 'dark'] as const) {
				await page.emulateMedia({ colorScheme });
				await shot(`${name}-${colorScheme}`);
			}
			await page.emulateMedia({ colorScheme: 'light' });
		},
		async openNode(workflow, node) {
			await page.goto(`${n8n.url}/workflow/${workflow}/${node}`);
			await page.getByText('Parameters', { exact: true }).waitFor();
		},
		async close() {
			await browser.close();
			await n8n.stop();
		},
	};
}
