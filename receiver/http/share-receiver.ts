import type { BoundSecret } from './rights';
import { secretOfNumber } from './rights';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_PATH, profileOf, secretsOf, signatureHeader } from './receiver-options';
import type { Receiver } from './start-receiver';
import { startReceiver } from './start-receiver';

/** Raised whenever what is shared between copies of the package changes its shape. */
const CONTRACT = 2;
const RECEIVERS = Symbol.for(`n8n-nodes-business-messaging/receivers/v${CONTRACT}`);

export interface SharedReceiverOptions extends ReceiverOptions {
	/**
	 * The phone number id of the sharer: its clock is measured by its own `measureClock`. Its secret speaks for this
	 * number alone. A secret that several share with may speak for the numbers of all of them.
	 */
	channel: string;
	/** The other numbers that the secret speaks for. */
	others?: readonly string[] | 'all';
	/** The account of the number, which its secret speaks for too; the one that the store learned if left out. */
	account?: string;
}

type Sharer = Pick<
	SharedReceiverOptions,
	'account' | 'askTemplate' | 'channel' | 'measureClock' | 'others' | 'secret' | 'secrets'
>;

interface Shared {
	receiver: Promise<Receiver>;
	/** What all who share have to agree on. */
	settings: string;
	startedWith: Pick<ReceiverOptions, 'store' | 'verifyToken' | 'forwardTo' | 'privateHosts'>;
	sharers: Set<Sharer>;
	/** Once the last has gone. */
	closing?: Promise<void>;
}

type Global = typeof globalThis & { [RECEIVERS]?: Map<number, Shared> };

/** Whom deliveries are forwarded to, in whatever order. Another copy of the package may know nothing of it. */
const forwardingOf = ({
	forwardTo = [],
	privateHosts = [],
}: Pick<ReceiverOptions, 'forwardTo' | 'privateHosts'>) =>
	JSON.stringify(forwardTo.length === 0 ? [] : [[...forwardTo].sort(), [...privateHosts].sort()]);

const settingsOf = (options: SharedReceiverOptions) =>
	[
		`host ${options.host ?? 'any'}`,
		`path ${options.path ?? DEFAULT_PATH}`,
		`signature header ${signatureHeader(options)}`,
		`agent role ${profileOf(options).agentRole}`,
	].join(', ');

function boundSecretsOfSharer({ account, channel, others, secret, secrets = [] }: Sharer): BoundSecret[] {
	const own = secretOfNumber({ secret: secretsOf(secret)(), account, channel, others });
	return [own, ...(typeof secrets === 'function' ? secrets() : secrets)];
}

function open(options: SharedReceiverOptions, all: Map<number, Shared>): Shared {
	const sharers = new Set<Sharer>();
	const receiver = startReceiver({
		...options,
		// Each sharer's secret is bound to its number.
		channel: undefined,
		secret: undefined,
		secrets: () => [...sharers].flatMap(boundSecretsOfSharer),
		clockChannels: () => [...sharers].map(({ channel }) => channel),
		measureClock: async (channel) => {
			await [...sharers].find((each) => each.channel === channel)?.measureClock?.(channel);
		},
		askTemplate: async (template) => {
			for (const sharer of sharers) {
				const answer = await sharer.askTemplate?.(template);
				if (answer) return answer;
			}
			return undefined;
		},
	});
	const shared: Shared = { receiver, settings: settingsOf(options), startedWith: options, sharers };
	all.set(options.port, shared);
	receiver.catch(() => all.delete(options.port));
	return shared;
}

/** How another receiver is wanted than the one that runs. */
function disagreement({ settings, startedWith }: Shared, options: SharedReceiverOptions): string | undefined {
	if (startedWith.store !== options.store) return 'with a different store';
	if (startedWith.verifyToken !== options.verifyToken) return 'with a different verify token';
	if (forwardingOf(startedWith) !== forwardingOf(options))
		return 'with other URLs to forward to, or other private hosts';
	if (settings !== settingsOf(options)) return `with ${settings}, not with ${settingsOf(options)}`;
	return undefined;
}

/** @throws Error that says what has to be the same */
function assertAgreement(shared: Shared, options: SharedReceiverOptions): void {
	const problem = disagreement(shared, options);
	if (problem === undefined) return;
	throw new Error(
		`A receiver is already running on port ${options.port} ${problem}. Use the same settings for all that share the port, or use a different port.`,
	);
}

/**
 * The receiver of this process on a port: the first who asks for it starts it, the others share it, and the last who
 * closes it ends it. The numbers that share a port may have signing secrets of their own.
 *
 * @throws Error when the port cannot be had, or its receiver takes deliveries elsewhere or another way
 */
export async function shareReceiver(options: SharedReceiverOptions): Promise<Receiver> {
	const all = ((globalThis as Global)[RECEIVERS] ??= new Map<number, Shared>());
	const { port, account, channel, askTemplate, measureClock, others, secret, secrets } = options;
	for (let leaving = all.get(port)?.closing; leaving; leaving = all.get(port)?.closing) await leaving;

	const shared = all.get(port) ?? open(options, all);
	assertAgreement(shared, options);
	const sharer: Sharer = { account, channel, askTemplate, measureClock, others, secret, secrets };
	shared.sharers.add(sharer);
	const { url, metricsUrl, close } = await shared.receiver;
	return {
		url,
		...(metricsUrl !== undefined && { metricsUrl }),
		async close() {
			shared.sharers.delete(sharer);
			if (shared.sharers.size > 0) return;
			shared.closing ??= close().finally(() => all.delete(port));
			await shared.closing;
		},
	};
}
