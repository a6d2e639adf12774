import { randomUUID } from 'node:crypto';
import type { Engine, Facts, Intent, StoredRecipient } from '../../../engine';
import type { GatewayClient } from '../../../gateway';
import type { DecideAll } from './decide-message';
import type { FrozenMessage, PolicyVersion } from '../plan/frozen-message';
import type { PolicyEngine } from './policy-engines';
import type { Bell } from './bell';
import { bell } from './bell';
import type { Recorder } from './recorder';
import { openRecorder } from './recorder';
import type { Schedule } from './schedule';
import { openSchedule } from './schedule';
import type { Tally } from './tally';
import { wallClock } from './wall-clock';

/** A message that the rules let out. */
export interface Ready {
	recipient: StoredRecipient;
	message: FrozenMessage;
	action: 'freeform' | 'template';
	rule: string;
	reason: string;
	facts: Facts;
	/** Epoch ms of the gateway's clock */
	claimedAt: number;
	/** When it was noted as sending. Epoch ms of the gateway's clock */
	at: number;
}

export interface LaneOptions {
	engine: Engine;
	gateway: GatewayClient;
	decideAll: DecideAll;
	engineOf(policy: { name: string; version: number }): Promise<PolicyEngine>;
	clock: { note(channel: string): Promise<void>; freshen(channel: string): Promise<void> };
	/** Learns a template from the gateway; one that does not answer changes nothing. */
	learn(intent: Pick<Intent, 'channel' | 'account' | 'template'>, options: { anew: boolean }): Promise<void>;
	channel: string;
	/** One campaign only. */
	campaign?: string;
	perSecond: number;
	random: () => number;
	tally: Tally;
	/** Hears what became of each recipient that was not given back. */
	tell?(recipient: StoredRecipient): void;
	/** Whether nothing may be claimed any more. */
	isOver(): boolean;
}

/** What the parts of a lane share. */
export interface LaneState extends LaneOptions {
	/** Tells this worker from any other. */
	readonly token: string;
	/** Rings when anything here has changed. */
	readonly changed: Bell;
	readonly recorder: Recorder;
	/** Local time. Epoch µs */
	readonly now: () => number;
	/** Noted as sending, each with its slot. */
	readonly schedule: Schedule<Ready>;
	/** Customers whose message is ready or on its way. */
	readonly customers: Set<string>;
	/** The campaigns' policies, as they were looked up. */
	readonly policies: Map<string, PolicyVersion>;
	/** Let out and waiting for a slot. */
	ready: Ready[];
	/** Noted as sending, and waiting for another slot. */
	again: Ready[];
	/** How many are being noted as sending. */
	starting: number;
	onTheirWay: number;
	lostInARow: number;
	anyAnswer: boolean;
	halted: boolean;
	/** Why the store cannot be relied on. */
	broken?: { error: unknown };
}

/** The store fails: nothing more is begun, and what is on its way is settled as far as that goes. */
export function giveUp(lane: LaneState, error: unknown): void {
	lane.broken ??= { error };
	lane.changed.ring();
}

/** A lane that has not begun. `handOver` is given each message at its slot. */
export function openState(
	options: LaneOptions,
	handOver: (lane: LaneState, item: Ready) => Promise<void>,
): LaneState {
	const { engine, channel, clock } = options;
	const token = randomUUID();
	const now = wallClock();
	const lane: LaneState = {
		...options,
		token,
		changed: bell(),
		recorder: openRecorder(engine, channel, token, () => clock.note(channel)),
		now,
		schedule: openSchedule<Ready>(
			now,
			(item) => void handOver(lane, item).catch((error: unknown) => giveUp(lane, error)),
			(items) => {
				lane.again.push(...items);
				lane.changed.ring();
			},
		),
		customers: new Set(),
		policies: new Map(),
		ready: [],
		again: [],
		starting: 0,
		onTheirWay: 0,
		lostInARow: 0,
		anyAnswer: false,
		halted: false,
	};
	return lane;
}

/** Whether nothing more is claimed or begun. */
export const isClosing = (lane: LaneState): boolean =>
	lane.halted || lane.broken !== undefined || lane.isOver();

/** How many were let out, and not handed over yet. */
export const waiting = ({ ready, starting, again, schedule }: LaneState): number =>
	ready.length + starting + again.length + schedule.size();
