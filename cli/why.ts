import type { Store, TimelineEntry } from '../engine';
import {
	canBeName,
	createEngine,
	customerNamed,
	normalizeAddress,
	numbersOf,
	reasonsForNothing,
} from '../engine';
import { impossibleAddress, readAddress } from '../platform';
import { withLocalTimes } from '../nodes/shared/times';
import type { Command } from './command';
import { action } from './command';
import { channelFlag, flag, json, sinceFlag, storeFlag, timeZone as isZone } from './flags';
import { localZone } from './local-times';
import { printJson, printLines } from './print';
import { readSince } from './since';
import { withStore } from './with-store';

interface Asked {
	since: string;
	json: boolean;
	'time-zone': string;
}

/** An entry as a line, with its times in a time zone. */
export function lineOf({ at, sentence }: TimelineEntry, timeZone: string): string {
	// Swedish writes dates as ISO 8601 does.
	const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
	return `${local.format(at)}  ${withLocalTimes(sentence, timeZone)}`;
}

/** Explains a customer of a number. @returns whether anything is stored */
async function explain(
	store: Store,
	channel: string,
	customer: string,
	{ since, json: isJson, 'time-zone': timeZone }: Asked,
): Promise<boolean> {
	const engine = createEngine({ store });
	const now = await engine.now(channel);
	const entries = await engine.timeline({ channel, to: customer, since: readSince(since, now)! });
	if (entries.length === 0) return false;
	if (isJson) printJson(...entries.map((entry) => ({ channel, ...entry })));
	else {
		const contact = normalizeAddress(customer);
		const name = (await store.overview.profiles({ channel, contacts: [contact] })).get(contact);
		const shown = /^\d+$/.test(contact) ? `+${contact}` : customer;
		const whom = name === undefined ? shown : `${name} (${shown})`;
		const lines = entries.map((entry) => lineOf(entry, timeZone));
		printLines([`${whom} and the number ${channel}, times in ${timeZone}:`, ...lines]);
	}
	return true;
}

/** Explains the customer whose name in their profile it is. @returns whether anything is stored */
async function explainNamed(store: Store, channel: string, name: string, asked: Asked): Promise<boolean> {
	const customer = await customerNamed(store, channel, name);
	return customer !== undefined && explain(store, channel, customer, asked);
}

/** Says what could be the reason that nothing is stored about a customer. */
async function explainNothing(store: Store, channels: readonly string[], timeZone: string): Promise<void> {
	if (channels.length === 0) printLines(['The store knows no number yet: nothing was received or sent.']);
	for (const channel of channels) {
		const reasons = await reasonsForNothing(store, channel, { namesOthers: true });
		printLines([`The number ${channel}:`, ...reasons.map((one) => `  ${withLocalTimes(one, timeZone)}`)]);
	}
}

/** `business-messaging why`: explains what a customer got, and didn't get. */
export const whyCommand: Command = {
	name: 'why',
	does: "Explain what a customer got, and didn't get",
	about:
		'A customer is a phone number, a user ID, another name that the store has learned, the beginning of the name in their profile, or their last name if they wrote lately.',
	exits: { 1: "the store doesn't exist" },
	actions: [
		action({
			word: { name: 'CUSTOMER', needed: 'a customer: a phone number, a user ID, or a name' },
			does: "Explain what a customer got and didn't get: what came in, what was decided by which rule and why, what was sent, and what happens next",
			flags: {
				store: storeFlag,
				since: sinceFlag('7d'),
				channel: channelFlag('The phone number ID (default: every number of the store)'),
				'time-zone': flag(
					'ZONE',
					"The time zone of the times, such as Europe/Berlin (default: this machine's)",
					isZone.default(localZone()),
				),
				json,
			},
			run: ({ flags, word }) =>
				withStore(flags, async (store) => {
					const channels = flags.channel === undefined ? await numbersOf(store) : [flags.channel];
					const isAddress = readAddress(word) !== undefined;
					let isKnown = false;
					// What the store has learned as a name of a customer comes before names that people chose.
					for (const how of isAddress ? [explain] : [explain, explainNamed]) {
						for (const channel of channels) if (await how(store, channel, word, flags)) isKnown = true;
						if (isKnown) return;
					}
					if (flags.json) return;
					const since = new Date(readSince(flags.since, store.runtime.now())!).toISOString();
					const nobody = canBeName(word)
						? `No customer's name begins with it, and nobody who wrote lately has it as their last name.`
						: impossibleAddress(word);
					printLines([
						withLocalTimes(`Nothing is stored about ${word} since ${since}.`, flags['time-zone']),
						...(isAddress ? [] : [nobody]),
					]);
					await explainNothing(store, channels, flags['time-zone']);
				}),
		}),
	],
};
