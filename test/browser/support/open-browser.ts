import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { askHost } from '../../support/n8n/borrow-n8n';

/** How long the editor may take for a step, on a slow machine too. ms */
export const PATIENCE = 120_000;

/** The browser that all test files share. What one of them opens in it is its own, and closed with `close`. */
export async function openBrowser(): Promise<Browser> {
	return chromium.connect(await askHost<string>('browser'), { timeout: PATIENCE });
}
