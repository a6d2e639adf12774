import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type {
	Decision,
	Engine,
	Facts,
	Intent,
	RecipientEnd,
	RecipientState,
	StoredCampaign,
	StoredRecipient,
} from '../../../engine';
import { isKeptCampaign, reasonOfError, writeCallbackData } from '../../../engine';
import type { GatewayClient } from '../../../gateway';
import { GatewayError, InvalidRequest } from '../../../gateway';
import { messageOf } from '../../message-of';
import { countedAs } from '../../verdict';
import type { DecideAll } from '../decide-message';
import type { FrozenMessage } from '../frozen-message';
import type { PolicyEngine } from '../policy-engines';
import { afterHold, holdsBack, readAwaited } from './after-decision';
import { afterRefusal } from './after-refusal';
import { bell } from './bell';
import type { OutcomeToRecord } from './recorder';
import { openRecorder } from './recorder';
import { openSchedule } from './schedule';
import type { Tally } from './tally';
import { wallClock } from './wall-clock';

/** How long what is claimed is a worker's, the call included. ms of the gateway's clock */
const LEASE = 60_000;
/** What could not be begun for so long is given back: the rest of the lease is for the call. ms */
const BEGUN_WITHIN = 15_000;
/** Claimed and decided in one go at most, so that slots that are due meanwhile wait not long. */
const CLAIM = 100;
/** How much is decided and waits for slots: of the rate (s), and at least. How much of it is slotted in one go. s */
const AHEAD = 0.5;
const LEAST_AHEAD = 32;
const CHUNK = 0.05;
/** Slots are taken anew when the last one is nearer than this, and lie at least so far ahead. µs */
const HORIZON = 150_000;
/** The same where less is ready than is slotted in one go. µs */
const NEAR = 30_000;
const LEAD = 15_000;
/** On their way at a time at most. */
const MOST_ON_THEIR_WAY = 1_000;
/** So many answers lost in a row halt the number. */
const LOST_IN_A_ROW = 5;
const HALT = { base: 30_000, most: 10 * 60_000 };
/** What is due that soon is waited for. ms */
const PATIENCE = 5_000;
/** How often the templates that somebody waits for are looked at. ms */
const LOOK_AT_TEMPLATES = 1_000;
/** One customer's messages go out one after the other. ms */
const AFTER_ONE_ANOTHER = 2_000;

/** Where a recipient stands afterwards; one that is given back is told of by whoever takes it next. */
const STATE_AFTER: Partial<Record<RecipientEnd['step'], RecipientState>> = {
	accept: 'accepted',
	hold: 'held',
	skip: 'skipped',
	refuse: 'failed',
	lose: 'unconfirmed',
};

/** A message that the rules let out. */
interface Ready {
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

export interface Lane {
	/** Sends until nothing is due, or until it is over. */
	run(): Promise<void>;
	/** It is over: the lane looks at once. */
	end(): void;
}

/** What sends from one number: claims, decides, takes slots, hands over, records. */
export function openLane(options: LaneOptions): Lane {
	const { engine, gateway, decideAll, engineOf, clock, channel, perSecond, random, tally } = options;
	const { campaigns } = engine.store;
	const token = randomUUID();
	const changed = bell();
	const recorder = openRecorder(engine, channel, token, () => clock.note(channel));
	const now = wallClock();
	/** Let out and waiting for a slot; noted as sending, and waiting for another slot. */
	let ready: Ready[] = [];
	let again: Ready[] = [];
	let onTheirWay = 0;
	let lostInARow = 0;
	let anyAnswer = false;
	let halted = false;
	/** Being noted as sending. */
	let starting = 0;
	let broken: { error: unknown } | undefined;
	const customers = new Set<string>();
	const stored = new Map<string, StoredCampaign>();

	const isClosing = () => halted || broken !== undefined || options.isOver();
	const waiting = () => ready.length + starting + again.length + schedule.size();
	const isBusy = () => waiting() + onTheirWay + recorder.pending() > 0;

	/** The store fails: nothing more is begun, and what is on its way is settled as far as that goes. */
	function giveUp(error: unknown): void {
		broken ??= { error };
		changed.ring();
	}

	/** Notes what became of a recipient. */
	function note(recipient: StoredRecipient, end: Omit<RecipientEnd, 'key'>, outcome?: OutcomeToRecord): void {
		tally.count(end.step, end.refused === true);
		recorder.add({ ...end, key: recipient.key }, outcome);
		const state = STATE_AFTER[end.step];
		if (state === undefined) return;
		const { rule, reason, due, messageId, refused } = end;
		const refusals = recipient.refusals + (refused ? 1 : 0);
		const isOut = state === 'accepted' || state === 'unconfirmed';
		options.tell?.({
			...recipient,
			...(!isOut && { at: 0 }),
			state,
			due,
			messageId,
			refusals,
			...(rule !== undefined && { rule, reason }),
		});
	}

	/** A recipient leaves this worker. */
	function leave(recipient: StoredRecipient, end: Omit<RecipientEnd, 'key'>): void {
		customers.delete(recipient.contact);
		note(recipient, end);
		changed.ring();
	}

	const schedule = openSchedule<Ready>(
		now,
		(item) => void handOver(item).catch(giveUp),
		(items) => {
			again.push(...items);
			changed.ring();
		},
	);

	async function policyOf(campaign: string) {
		const known = stored.get(campaign) ?? (await campaigns.find(campaign))!;
		stored.set(campaign, known);
		return known.policy;
	}

	/** Whether a recipient has still time; else it is skipped. */
	function isInTime(recipient: StoredRecipient, time: number): boolean {
		const { until = Infinity } = recipient.content as FrozenMessage;
		if (until > time) return true;
		const reason = `It could not go out until ${new Date(until).toISOString()}, and was not to be sent later.`;
		leave(recipient, { step: 'skip', rule: 'too-late', reason });
		return false;
	}

	function settle(recipient: StoredRecipient, decision: Decision, time: number): void {
		const { key, contact } = recipient;
		const message = recipient.content as FrozenMessage;
		const { action, rule, reason, facts } = decision;
		if (action === 'skip') return leave(recipient, { step: 'skip', rule, reason });
		if (action === 'hold') {
			const { account, template } = message;
			return leave(recipient, afterHold(key, decision, template && { account, ...template }, time, random));
		}
		if (customers.has(contact)) {
			const due = time + AFTER_ONE_ANOTHER;
			const why = 'Another message to this customer is just going out: this one goes after it.';
			return note(recipient, { step: 'hold', due, rule: 'one-after-the-other', reason: why });
		}
		customers.add(contact);
		ready.push({ recipient, message, action, rule, reason, facts, claimedAt: time, at: 0 });
		changed.ring();
	}

	async function decideGroup(recipients: StoredRecipient[], time: number): Promise<void> {
		const inTime = recipients.filter((recipient) => isInTime(recipient, time));
		const messages = await Promise.all(
			inTime.map(async ({ content, campaign }) => ({
				...{ message: content as FrozenMessage, channel, campaign },
				policy: await policyOf(campaign),
			})),
		);
		const decisions = await decideAll(messages);
		for (const [index, recipient] of inTime.entries()) settle(recipient, decisions[index]!, time);
	}

	/** Policies that count customers decide one message after the other has been noted, so that none is miscounted. */
	async function countsCustomers({ campaign, content }: StoredRecipient): Promise<boolean> {
		const own = (content as FrozenMessage).policy ?? (await policyOf(campaign));
		return (await engineOf(own)).countsCustomers;
	}

	async function decideClaimed(recipients: StoredRecipient[], time: number): Promise<void> {
		for (let from = 0; from < recipients.length;) {
			// Slots that are due meanwhile go first.
			await turn();
			if (isClosing()) {
				for (const recipient of recipients.slice(from)) leave(recipient, { step: 'release' });
				return;
			}
			const alone = await countsCustomers(recipients[from]!);
			const group = recipients.slice(from, from + (alone ? 1 : CLAIM));
			from += group.length;
			await decideGroup(group, time);
			while (alone && ready.length + starting > 0 && !isClosing()) await changed.wait(50);
		}
	}

	let lookedAt = -Infinity;
	let free: string[] = [];
	/** The awaited templates that hold nobody back any more. */
	async function freeTemplates(): Promise<string[]> {
		if (performance.now() - lookedAt < LOOK_AT_TEMPLATES) return free;
		lookedAt = performance.now();
		const awaited = await campaigns.awaitedTemplates(channel);
		const states = await Promise.all(
			awaited.map(async (text) => {
				const { account, ...template } = readAwaited(text);
				await options.learn({ channel, account, template }, { anew: false });
				return engine.template({ channel, account, template });
			}),
		);
		free = awaited.filter((_, index) => !holdsBack(states[index]!.state));
		return free;
	}

	/** Claims and decides, until nothing is due. */
	async function feed(): Promise<void> {
		const most = Math.max(LEAST_AHEAD, Math.ceil(perSecond * AHEAD));
		while (!isClosing()) {
			const room = most - waiting();
			if (room <= 0 || room < Math.min(most, CLAIM) / 2) {
				await changed.wait(50);
				continue;
			}
			await clock.freshen(channel);
			const time = await engine.now(channel);
			const { recipients, nextDueAt } = await campaigns.claim({
				channel,
				campaign: options.campaign,
				now: time,
				leasedUntil: time + LEASE,
				token,
				limit: Math.min(room, CLAIM),
				free: await freeTemplates(),
			});
			tally.claimed(recipients.length);
			if (recipients.length > 0) await decideClaimed(recipients, time);
			else if (isBusy()) await changed.wait(100);
			else {
				tally.nextDueAt(channel, nextDueAt);
				if (nextDueAt === undefined || nextDueAt - time > PATIENCE) return;
				await changed.wait(Math.min(250, Math.max(10, nextDueAt - time)));
			}
		}
	}

	/** Notes messages as sending, and has each handed over at its slot. */
	async function start(next: Ready[], repeats: Ready[]): Promise<void> {
		const at = Math.floor(await engine.now(channel));
		const isStale = ({ claimedAt }: Ready) => at - claimedAt > BEGUN_WITHIN;
		const fresh = next.filter((item) => !isStale(item));
		for (const { recipient } of next.filter(isStale)) leave(recipient, { step: 'release' });
		const starts = fresh.map(({ recipient, action, facts, rule, reason }) => ({
			...{ key: recipient.key, action, rule, reason },
			...(action === 'template' ? countedAs(facts) : { opens: false }),
		}));
		const clocks = { at, again: repeats.length };
		const rate = { channel, perSecond, now: now(), lead: LEAD };
		// Begun in the same turn, so that an embedded store commits both at once.
		void recorder.flush();
		const { started, slots, haltedUntil } = await campaigns.start(token, starts, clocks, rate);
		if (haltedUntil !== undefined) {
			const { why = '' } = await campaigns.pace(channel, Date.now());
			tally.halted(channel, haltedUntil, why);
			halted = true;
			ready.push(...fresh);
			again.push(...repeats);
			return changed.ring();
		}
		const keys = new Set(started);
		const ours = fresh.filter(({ recipient }) => keys.has(recipient.key));
		for (const item of ours) {
			item.at = at;
			const { action, rule, reason } = item;
			item.recipient = { ...item.recipient, at, action, rule, reason };
		}
		for (const { recipient } of fresh) if (!keys.has(recipient.key)) leave(recipient, { step: 'release' });
		schedule.add([...ours, ...repeats], slots);
	}

	/** Takes slots for what is ready, a little ahead of their time. */
	async function pace(fed: () => boolean): Promise<void> {
		const chunk = Math.max(1, Math.ceil(perSecond * CHUNK));
		while (!isClosing()) {
			if (fed() && waiting() === 0) return;
			const ahead = schedule.ahead();
			const room = Math.min(chunk, MOST_ON_THEIR_WAY - onTheirWay - schedule.size());
			const enough = ready.length + again.length >= Math.min(chunk, room) || fed();
			if (ready.length + again.length === 0 || room <= 0) await changed.wait(50);
			else if (ahead > (enough ? HORIZON : NEAR))
				await changed.wait((ahead - (enough ? HORIZON : NEAR)) / 1_000);
			else {
				const repeats = again.splice(0, room);
				const fresh = ready.splice(0, room - repeats.length);
				starting = fresh.length + repeats.length;
				await start(fresh, repeats);
				starting = 0;
				changed.ring();
			}
		}
	}

	/** Nothing goes out of this campaign until a person has looked. Kept messages wait as long as a lost number does. */
	async function stopAccount(campaign: string, error: GatewayError): Promise<void> {
		const why = `The account or its key needs a person: ${reasonOfError(error)}`;
		if (isKeptCampaign(campaign)) return haltNumber(why);
		if (await campaigns.move(campaign, ['running'], 'paused', why)) tally.paused(campaign, why);
		const items = [...schedule.clear(), ...again];
		again = items.filter(({ recipient }) => recipient.campaign !== campaign);
		for (const { recipient } of items) {
			if (recipient.campaign === campaign) leave(recipient, { step: 'release' });
		}
		changed.ring();
	}

	async function haltNumber(why: string): Promise<void> {
		halted = true;
		const until = await campaigns.halt(channel, Date.now(), HALT, why);
		tally.halted(channel, until, why);
		changed.ring();
	}

	/** What a lost answer, or none, says of the number. */
	async function noteLost(error: GatewayError | undefined): Promise<void> {
		if (error === undefined || (error.code !== undefined && error.effect !== 'unknown-outcome')) {
			lostInARow = 0;
			if (!anyAnswer) await campaigns.answered(channel);
			anyAnswer = true;
			return;
		}
		if (error.effect !== 'unknown-outcome' && error.status !== undefined) return;
		lostInARow += 1;
		if (lostInARow < LOST_IN_A_ROW || halted) return;
		await haltNumber(`${lostInARow} messages in a row got no answer that tells: ${reasonOfError(error)}`);
	}

	async function refused(item: Ready, error: GatewayError, begunAt: number): Promise<void> {
		const { recipient, message, action } = item;
		const { to, account } = message;
		const template = action === 'template' ? message.template : undefined;
		const { key, refusals, campaign } = recipient;
		const time = await engine.now(channel);
		if (error.effect === 'slow-number') await campaigns.slow(channel, Date.now());
		if (error.effect === 'account-stop') await stopAccount(campaign, error);
		// Whoever decides next has to see it.
		await clock.note(channel);
		const at = (await engine.now(channel)) - (Date.now() - begunAt);
		await engine.record({ kind: 'refused', channel, account, to, template, at, error });
		if (error.effect === 'resync') await options.learn({ channel, account, template }, { anew: true });
		leave(recipient, afterRefusal({ key, refusals }, error, time, random));
	}

	function accepted(item: Ready, messageId: string, contacts: Contacts, begunAt: number): void {
		const { recipient, message, action } = item;
		const { to, account, template } = message;
		customers.delete(recipient.contact);
		note(recipient, { step: 'accept', messageId }, (time) => ({
			...{ kind: 'sent', channel, account, to, messageId, contacts, at: time - (Date.now() - begunAt) },
			...(action === 'template' && { template }),
		}));
		changed.ring();
	}

	/** Hands one message to the gateway. */
	async function handOver(item: Ready): Promise<void> {
		const { recipient, message, action, at } = item;
		const begunAt = Date.now();
		const callback = writeCallbackData({ sentAt: at, key: recipient.key });
		const send = async () =>
			gateway.messages.send({ ...messageOf(action, message), biz_opaque_callback_data: callback });
		onTheirWay += 1;
		try {
			const result = await send().then(
				(answer) => ({ answer }),
				(error: unknown) => ({ error }),
			);
			if ('error' in result) return await failed(item, result.error, begunAt);
			const { messages, contacts } = result.answer;
			accepted(item, messages[0]!.id, contacts, begunAt);
			await noteLost(undefined);
		} finally {
			onTheirWay -= 1;
			changed.ring();
		}
	}

	async function failed(item: Ready, error: unknown, begunAt: number): Promise<void> {
		const { recipient } = item;
		if (error instanceof InvalidRequest) {
			return leave(recipient, { step: 'refuse', rule: 'invalid-request', reason: error.message });
		}
		const known = error instanceof GatewayError;
		if (known && error.effect !== 'unknown-outcome') {
			await noteLost(error);
			return refused(item, error, begunAt);
		}
		const reason = known ? reasonOfError(error) : `An unexpected error: ${String(error)}`;
		leave(recipient, { step: 'lose', rule: 'unknown-outcome', reason });
		await noteLost(known ? error : undefined);
	}

	return {
		end: () => changed.ring(),
		async run() {
			let fed = false;
			const feeding = feed()
				.catch(giveUp)
				.finally(() => {
					fed = true;
					changed.ring();
				});
			await Promise.all([feeding, pace(() => fed).catch(giveUp)]);
			for (const { recipient } of [...ready, ...again, ...schedule.clear()]) {
				leave(recipient, { step: 'release' });
			}
			[ready, again] = [[], []];
			while (onTheirWay > 0) await changed.wait(100);
			await recorder.flush();
			if (broken) throw broken.error;
		},
	};
}

type Contacts = Array<{ input: string; wa_id?: string }> | undefined;
