import { existsSync } from 'node:fs';
import type { BrowserServer } from 'playwright-core';
import { chromium } from 'playwright-core';

/** The shell without a window does the same with less processor time. */
const USUAL_PATHS = [
	'/usr/bin/chromium-headless-shell',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
];

/** Starts the machine's Chromium, headless and without network lookups of its own. CHROMIUM names another one. */
export async function startBrowser(): Promise<BrowserServer> {
	const executablePath = [process.env.CHROMIUM ?? '', ...USUAL_PATHS].find(
		(path) => path !== '' && existsSync(path),
	);
	if (executablePath === undefined) {
		throw new Error(
			"Chromium isn't installed. Install it (Debian: apt-get install chromium-headless-shell), or set CHROMIUM to its path.",
		);
	}
	return chromium.launchServer({
		executablePath,
		timeout: 120_000,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
}
