import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A headless Chromium of the machine that looks nothing up in the network. CHROMIUM names another one. */
export async function openBrowser(): Promise<Browser> {
	const executablePath = [process.env.CHROMIUM ?? '', ...PLACES].find(
		(place) => place !== '' && existsSync(place),
	);
	if (executablePath === undefined) {
		throw new Error(
			'No Chromium here. Install it (Debian: apt-get install chromium), or name it in CHROMIUM.',
		);
	}
	return chromium.launch({
		executablePath,
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
