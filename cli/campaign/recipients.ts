import * as z from 'zod';
import type { RecipientState } from '../../engine';
import { createEngine, RECIPIENT_STATES } from '../../engine';
import type { CampaignReader, CampaignRecipient } from '../../sending';
import { readCampaigns } from '../../sending';
import { action } from '../command';
import { count, flag, json, list, storeFlag } from '../flags';
import { inLocalTimes } from '../local-times';
import { printJson, printLines } from '../print';
import { choice } from '../read-arguments';
import { withStore } from '../with-store';
import { campaignWord, ofNumber } from './campaign-flags';

/** How many recipients are read from the store at a time. */
const PAGE = 1_000;

/** Reads pages until the limit is reached, or nobody reads what is printed any more. */
async function* pagesOf(
	campaigns: CampaignReader,
	id: string,
	query: { channel?: string | undefined; state?: RecipientState[]; limit: number },
): AsyncGenerator<CampaignRecipient[]> {
	let left = query.limit;
	let after: string | undefined;
	do {
		const page = await campaigns.recipients(id, { ...query, after, limit: Math.min(PAGE, left) });
		yield page.recipients;
		left -= page.recipients.length;
		after = page.next;
	} while (after !== undefined && left > 0 && process.stdout.writable);
}

/** A line for each recipient of a page, with the names of the list if it has any. */
function linesOf(page: readonly CampaignRecipient[]): string[] {
	const width = Math.max(0, ...page.map(({ name = '' }) => name.length));
	return page.map(({ to, name = '', state, rule, reason, messageId }) => {
		const why =
			[rule, reason && inLocalTimes(reason)].filter((each) => each !== undefined).join(': ') ||
			(messageId ?? '');
		const who = [to.padEnd(16), ...(width === 0 ? [] : [name.padEnd(width)])];
		return [...who, state.padEnd(11), why].join('  ').trimEnd();
	});
}

/** `campaign recipients`: lists the recipients of a campaign. */
export const recipients = action({
	name: 'recipients',
	word: campaignWord,
	does: 'List the recipients, with the state of each message and the reason for it',
	flags: {
		store: storeFlag,
		channel: ofNumber,
		state: flag(
			'STATE',
			`Only recipients in this state: ${choice(RECIPIENT_STATES)}; can be repeated (default: all)`,
			list(z.enum(RECIPIENT_STATES, { error: `must be ${choice(RECIPIENT_STATES)}` })),
		),
		limit: flag('N', 'The most recipients (default: all)', count.default(Infinity)),
		json,
	},
	run: ({ flags: { store: url, channel, state, limit, json: isJson }, word }) =>
		withStore({ store: url }, async (store) => {
			const campaigns = readCampaigns(createEngine({ store }));
			const query = { channel, ...(state.length > 0 && { state }), limit };
			let found = 0;
			for await (const page of pagesOf(campaigns, word, query)) {
				found += page.length;
				if (isJson) printJson(...page);
				else printLines(linesOf(page));
			}
			if (found === 0 && !isJson) printLines(['No recipients.']);
		}),
});
