import type { Locator } from 'playwright-core';
import { poll } from '../../../tools/n8n';

/** Waits until an input has a value, which a page may fill in after it shows the input. */
export async function untilValue(input: Locator, value: string): Promise<void> {
	let last = '';
	const hasValue = async () => {
		last = await input.inputValue();
		return last === value ? true : undefined;
	};
	await poll(hasValue, { onTimeout: () => `The input has "${last}" instead of "${value}".` });
}
