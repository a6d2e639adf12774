import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds in the page, as far as it keeps people from using it. */
export async function barriers(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate(() => {
		return (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] });
	});
	return violations
		.filter(({ impact }) => impact === 'serious' || impact === 'critical')
		.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
