import type { DecisionOrigin, Engine, Intent } from '../engine';
import type { GatewayClient } from '../gateway';
import type { Campaigns, Kept, KeepOptions, KeptContent } from './campaigns/contract';
import type { Content, Outcome, SendOptions } from './message';

export interface Sender {
	/**
	 * Sends a message in the form that the rules allow now, or says why not. The message takes the next free slot of its
	 * number's rate, and waits for it for at most 3 s; otherwise it is held. Never rejects for what the gateway answers:
	 * that is in `error`.
	 * @throws InvalidRequest that names everything that can't be read of what is given, before anything is sent
	 */
	send(intent: Intent, content: Content, options?: SendOptions): Promise<Outcome>;
	/** What `send` would do now, without sending: learns the template if needed, and asks the rules. */
	decide(intent: Intent, options?: Pick<SendOptions, 'trace'>): Promise<Outcome>;
	/**
	 * Keeps a message until it may go out: `campaigns.sendDue` sends it then.
	 * @throws InvalidRequest that names everything that is wrong with it
	 */
	keep(intent: Intent, content: KeptContent, options?: KeepOptions): Promise<Kept>;
	/** Many messages, planned and sent at the number's rate. */
	campaigns: Campaigns;
	/** Reads the gateway's clock if the last reading is old. A gateway that doesn't answer changes nothing. */
	freshenClock(channel: string): Promise<void>;
	/** Reads the gateway's clock. @throws GatewayError */
	measureClock(channel: string): Promise<void>;
}

export interface SenderOptions {
	engine: Engine;
	gateway: GatewayClient;
	/**
	 * How fast each number may send, in messages a second. It is kept in the store for everyone who sends from the
	 * number. If left out, what the store has applies: 80 until something else is set (docs/interface.md, Limits).
	 */
	pace?: { perSecond?: number };
	/** Who sends: the log of decisions keeps it. */
	origin?: DecisionOrigin;
}
