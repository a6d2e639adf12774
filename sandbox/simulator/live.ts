import type { ServerResponse } from 'node:http';
import { every } from '../../base';
import { billCsv } from '../billing/bill-csv';
import { dayIn, monthOf } from '../billing/calendar';
import { freeServiceLeft } from '../billing/charge';
import { csvOfPrices } from '../billing/price-csv';
import { totalOf } from '../billing/totals';
import type { ChatEntry } from '../chat-log';
import { profileName, type Customer } from '../customers/customer';
import type { Group } from '../groups/group';
import { groupConversation } from '../messages/recipient';
import type { Template } from '../templates/template';
import type { Gateway, World } from '../world';
import { deliveryRecords } from './delivery-records';
import type { PageRecord, Update, EntryRecord } from './records';

/** Changes that come this soon after each other, in real ms, reach the page together. */
const GATHERING_MS = 40;
const HEARTBEAT_MS = 15_000;

/**
 * Server-sent events: first everything that the page shows, then whatever changes. A page that connects again begins
 * anew, so no update can be lost, and so does every page after a reset.
 */
export function streamUpdates(gateway: Gateway, url: string, response: ServerResponse): void {
	const { changes, runtime } = gateway.world;
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
	let watched = gateway.world;
	let shown: ReadonlyMap<string, string> | undefined;
	let cancelWait: (() => void) | undefined;
	const send = () => {
		cancelWait = undefined;
		const { world } = gateway;
		if (world !== watched) shown = undefined;
		watched = world;
		const view = viewOf(world, url);
		const texts = new Map([...view].map(([key, record]) => [key, JSON.stringify(record)]));
		const update = updateOf(world.clock.now(), view, texts, shown);
		shown = texts;
		response.write(`data: ${JSON.stringify(update)}\n\n`);
	};
	const stopListening = changes.subscribe(() => {
		cancelWait ??= runtime.after(GATHERING_MS, send, 'background');
	});
	const stopHeartbeat = every(runtime, HEARTBEAT_MS, () => response.write(':\n\n'), 'background');
	response.once('close', () => {
		stopListening();
		stopHeartbeat();
		cancelWait?.();
	});
	send();
}

function updateOf(
	now: number,
	view: ReadonlyMap<string, PageRecord>,
	texts: ReadonlyMap<string, string>,
	shown: ReadonlyMap<string, string> | undefined,
): Update {
	const changed = [...view].filter(([key]) => texts.get(key) !== shown?.get(key));
	const drop = [...(shown?.keys() ?? [])].filter((key) => !view.has(key));
	return { now, ...(shown === undefined ? { reset: true } : {}), put: Object.fromEntries(changed), drop };
}

/** The page shows the newest of each, so that it stays quick after a campaign. */
const SHOWN = { customers: 5_000, groups: 200, entries: 2_000, attempts: 2_000 } as const;

/** Everything that the page shows now, by key. `url` is the gateway's address. */
function viewOf(world: World, url: string): Map<string, PageRecord> {
	const { chats, customers, groups, templates, webhooks } = world;
	const firstEntry = Math.max(0, chats.entries.length - SHOWN.entries);
	return new Map<string, PageRecord>([
		['gateway', gatewayRecord(world, url)],
		['bill', billRecord(world)],
		...customers.all.slice(-SHOWN.customers).map((one) => [one.key, customerRecord(world, one)] as const),
		...groups.all
			.slice(-SHOWN.groups)
			.map((one) => [groupConversation(one.id), groupRecord(world, one)] as const),
		...templates.map((one) => [`template:${one.id}`, templateRecord(one)] as const),
		...chats.entries
			.slice(firstEntry)
			.map((one, index) => [`entry:${one.id}`, entryRecord(one, firstEntry + index)] as const),
		...deliveryRecords(webhooks.log.attempts, SHOWN.attempts).map(
			(one) => [`delivery:${one.id}`, one] as const,
		),
	]);
}

function gatewayRecord(
	{ account, busy, conversations, editor, faults, profile, webhook }: World,
	url: string,
) {
	const { apiKey, signingSecret, phoneNumberId, accountId, displayPhoneNumber: number } = account;
	return {
		kind: 'gateway' as const,
		timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
		url,
		apiKey,
		signingSecret,
		phoneNumberId,
		accountId,
		number,
		signatureHeader: profile.signatureHeader,
		webhook: webhook?.url ?? null,
		agentEnabled: conversations.agentEnabled,
		editor: editor ?? null,
		busy: busy ?? null,
		faults: faults.active,
	};
}

function billRecord(world: World) {
	const { timeZone, freeServiceMessages: freeService, prices = null } = world.settings;
	const month = monthOf(dayIn(timeZone, world.clock.now()));
	const { units } = world.billing;
	const lines = units.lines(month);
	const free = { freeService, freeLeft: freeServiceLeft(world) };
	const charged = { lines, csv: billCsv(units.days(month)), total: totalOf(lines) };
	const table = prices && {
		currency: prices.currency,
		csv: csvOfPrices(prices),
		hasTiers: prices.tiers !== undefined,
	};
	return { kind: 'bill' as const, month, timeZone, ...free, ...charged, prices: table };
}

function customerRecord(world: World, customer: Customer) {
	const { key, list = null, phone, userId } = customer;
	return {
		kind: 'customer' as const,
		key,
		address: phone ?? userId,
		name: profileName(customer),
		closesAt: world.conversations.closesAt(key) ?? null,
		holder: holderOf(world, key),
		list,
		optedOut: world.optedOut.has(key),
		offline: world.offline.has(key),
	};
}

function holderOf({ conversations, settings, threadOwners }: World, key: string): string {
	if (settings.threadControl === 'two-responders') return conversations.holder(key);
	const owner = threadOwners.of(key) ?? settings.threadRole;
	return owner === settings.threadRole ? 'business' : owner;
}

function groupRecord({ conversations }: World, group: Group) {
	const { id, subject, suspended, joinApprovalMode, participants, joinRequests } = group;
	return {
		kind: 'group' as const,
		key: groupConversation(id),
		id,
		subject,
		suspended,
		needsApproval: joinApprovalMode === 'approval_required',
		closesAt: conversations.closesAt(groupConversation(id)) ?? null,
		participants: [...participants].map(({ key }) => key),
		requests: [...joinRequests.values()].map((one) => ({ id: one.id, customer: one.customer.key })),
	};
}

function templateRecord(template: Template) {
	const { id, name, language, category, status, quality, rejectedReason, pausedUntil, components } = template;
	return {
		kind: 'template' as const,
		id,
		name,
		language,
		category,
		status,
		quality,
		rejectedReason,
		components,
		pausedUntil: pausedUntil ?? null,
	};
}

function entryRecord({ sent, ...entry }: ChatEntry, order: number): EntryRecord {
	const own = sent === undefined ? {} : { status: sent.status, ...(sent.error && { error: sent.error }) };
	return { kind: 'entry', order, ...(entry as Omit<EntryRecord, 'kind' | 'order'>), ...own };
}
