import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ARTIFACTS, openBrowser, PATIENCE } from './open-browser';

/** A page of the package in a real browser. */
export interface OpenedPage {
	page: Page;
	/** The hosts that the page asked for anything. */
	hosts: Set<string>;
	/** What the browser reported as an error. */
	errors: string[];
	/** Saves a screenshot to `artifacts/`. */
	shot(name: string): Promise<unknown>;
	/** Closes the browser's part of it. */
	close(): Promise<void>;
}

export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<OpenedPage> {
	mkdirSync(ARTIFACTS, { recursive: true });
	const browser = await openBrowser();
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	const page = await context.newPage();
	page.setDefaultTimeout(PATIENCE);
	const hosts = new Set<string>();
	const errors: string[] = [];
	page.on('request', (request) => hosts.add(new URL(request.url()).host));
	page.on('pageerror', ({ message }) => errors.push(message));
	page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
	await page.goto(url);
	return {
		page,
		hosts,
		errors,
		shot: (name) => page.screenshot({ path: join(ARTIFACTS, `${name}.png`) }),
		close: () => browser.close(),
	};
}
