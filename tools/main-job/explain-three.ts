import { lineOf } from '../../cli/why';
import type { Store } from '../../engine';
import { createEngine } from '../../engine';
import type { Line } from './report';

/** What customers are told apart by: what became of their messages. */
const FATES: ReadonlyArray<[became: string, isSo: (line: Line) => boolean]> = [
	['got nothing', ({ state }) => state === 'skipped'],
	['waits', ({ state }) => state === 'held'],
	['got a template', ({ form }) => form === 'template'],
];

/**
 * What `business-messaging why` says about three customers whose messages had different fates. Of those with the same
 * fate, one who did something before is chosen: there is more to tell.
 * @param timeZone of their times
 * @returns a paragraph for each; fewer if a fate is nobody's
 */
export async function explainThree(
	store: Store,
	channel: string,
	lines: Line[],
	timeZone = 'UTC',
): Promise<string[]> {
	const engine = createEngine({ store });
	const paragraphs: string[] = [];
	for (const [became, isSo] of FATES) {
		const those = lines.filter(isSo);
		const chosen = those.find(({ customer }) => customer.lately !== 'silent') ?? those[0];
		if (!chosen) continue;
		const { phone, name } = chosen.customer;
		const entries = await engine.timeline({ channel, to: phone });
		paragraphs.push(
			[`Why ${name}, ${phone}, ${became}:`, ...entries.map((entry) => lineOf(entry, timeZone))].join('\n'),
		);
	}
	return paragraphs;
}

/** How to ask about anybody else. */
export const howToAsk = (storeFile: string, phone: string) =>
	`Ask about anybody: npm run why -- ${JSON.stringify(phone)} --store ${JSON.stringify(`sqlite:${storeFile}`)}`;
