import { checkWebhook, stateOfWebhook } from '../receiver';
import type { Command } from './command';
import { action } from './command';
import { aSwitch, flag, json, required, storeFlag } from './flags';
import { baseUrlOf, blamed, gatewayFlags, gatewayOf, KEY, profileFlag } from './gateway-flags';
import { printJson, printLines } from './print';
import { withStore } from './with-store';

type State = Awaited<ReturnType<typeof stateOfWebhook>> | Awaited<ReturnType<typeof checkWebhook>>;

const nowhere = (url: string) => (url === '' ? 'nowhere' : `to ${url}`);

/** What is found of a number's webhook, and what to do. */
function sentenceOf(channel: string, found: State): string {
	switch (found.state) {
		case 'right':
			return `The number ${channel} delivers to ${found.url}, where "${found.owner.name}" takes it.`;
		case 'repaired':
			return `The number ${channel} delivered ${nowhere(found.replaced)}. Now it delivers to ${found.url} again, where "${found.owner.name}" takes it.`;
		case 'elsewhere':
			return `The number ${channel} delivers ${nowhere(found.url)}, but "${found.owner.name}" takes it at ${found.expected}. To point it there again, use --repair.`;
		case 'no-trigger':
			return `The number ${channel} delivers ${nowhere(found.url)}. No published workflow and no receiver of this store has set its webhook. Publish a workflow with a Business Messaging Trigger, or start a receiver with --public-url.`;
	}
}

const check = action({
	name: 'check',
	does: 'Ask the gateway where a number delivers to, and compare that with the workflow or the receiver that set it',
	flags: {
		store: storeFlag,
		channel: flag('ID', 'The phone number ID', required('the phone number ID')),
		...gatewayFlags(),
		profile: profileFlag,
		repair: aSwitch('Point the number to that workflow or receiver again if it delivers elsewhere'),
		json,
	},
	problems: (given) => [
		...(given['api-key'] === undefined ? [`--api-key is required: ${KEY}.`] : []),
		...(baseUrlOf(given) === undefined ? ["--base-url is required: the gateway's URL."] : []),
	],
	run: ({ flags, named }) =>
		withStore(flags, async (store) => {
			const { channel, repair } = flags;
			const { webhook } = gatewayOf(flags)!;
			const of = { store, webhook, channel };
			const found: State = await (
				repair ? checkWebhook(of, (registered) => registered) : stateOfWebhook(of)
			).catch((error: unknown) => {
				throw blamed(error, named);
			});
			if (flags.json) printJson({ channel, ...found });
			else printLines([sentenceOf(channel, found)]);
			if (found.state === 'elsewhere' || found.state === 'no-trigger') process.exitCode = 1;
		}),
});

/** `business-messaging webhook`: where a number delivers to. */
export const webhookCommand: Command = {
	name: 'webhook',
	does: 'Check where a number delivers to',
	about: "It asks the gateway, so it needs the gateway's URL and the phone number's API key.",
	exits: { 1: "the number delivers elsewhere, or the gateway or the store can't be asked" },
	actions: [check],
};
