import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { ROOT } from '../../../tools/sources';
import { askHost } from '../../support/n8n/borrow-n8n';

/** Where pictures of pages go. */
export const ARTIFACTS = join(ROOT, 'artifacts');

/** How long the editor may take for a step, on a slow machine too. ms */
export const PATIENCE = 120_000;

/** The browser that all test files share. What one of them opens in it is its own, and closed with `close`. */
export async function openBrowser(): Promise<Browser> {
	const browser = await chromium.connect(await askHost<string>('browser'), { timeout: PATIENCE });
	const { tellOfFailure } = globalThis as { tellOfFailure?: Array<() => Promise<string>> };
	tellOfFailure?.push(() => tellOfPages(browser));
	return browser;
}

/** Of a long page, what it says last is cut off. Characters */
const MOST_TOLD = 4_000;

/** What the open pages show, for somebody who only has what was printed, with pictures for everybody else. */
async function tellOfPages(browser: Browser): Promise<string> {
	const pages = browser.contexts().flatMap((context) => context.pages());
	const told = pages.map(async (page, index) => {
		await page.screenshot({ path: join(ARTIFACTS, `failed-${index}.png`) });
		const text = await page.locator('body').innerText();
		return `${page.url()} says:\n${text.replace(/\s*\n\s*/g, ' | ').slice(0, MOST_TOLD)}`;
	});
	return (await Promise.all(told)).join('\n');
}
