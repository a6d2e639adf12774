import { DAY } from '../../base';
import { EXPIRES_AFTER } from '../../engine/money/charges';
import { FORWARDED_FOR } from '../../engine/store/forwards';
import type { Retention } from '../../engine/store/store';
import { PROFILE_NAME } from '../../engine/state/profile-name';
import { IS_OPEN } from '../tables/opened';
import type { Value } from '../work';
import type { Cut } from './cut';
import { cutOf } from './cut';

/** Old rows of a table. */
export interface Sweep {
	table: string;
	/** The columns of its primary key, the text ones quoted if need be. */
	key: readonly string[];
	/** Which rows are old. */
	old: string;
	values: Value[];
	/** What is noted first of some rows: the statement up to its condition, and the condition. */
	note?: { note: string; values: Value[]; of: string; ofValues: Value[] };
}

const KEPT = 'SELECT id FROM campaign WHERE kept = 1';

const starts = (before: number): Sweep => ({
	table: 'start',
	key: ['"trigger"', 'event_id'],
	old: 'noted_at < ?',
	values: [before],
});

/** Triggers that still exist hand out what is due. */
const bursts = (before: number): Sweep => ({
	table: 'burst',
	key: ['id'],
	old: 'due_at < ? AND leased_until < ?',
	values: [before, before],
});

const eventsOfBursts: Sweep = {
	table: 'burst_event',
	key: ['burst', 'event_id'],
	old: 'NOT EXISTS (SELECT 1 FROM burst WHERE burst.id = burst_event.burst)',
	values: [],
};

/** Those that somebody replays just now stay. */
const deadLetters = (before: number): Sweep => ({
	table: 'dead_letter',
	key: ['subscription', 'seq'],
	old: 'at < ? AND leased_until = 0',
	values: [before],
});

/** Messages that never went out have no time: they are as old as it is known that they won't. */
const NEVER_SENT = `at = 0 AND due IS NULL AND campaign IN (${KEPT})`;

/** Single messages, and those that were kept until they could go out. */
const sends = (before: Cut, now: number): Sweep => ({
	table: 'send',
	key: ['key'],
	old: `at < ${before.text} AND (
		(campaign IS NULL AND state <> 'sending')
		OR (at > 0 AND state IN ('accepted', 'delivered', 'read', 'failed') AND campaign IN (${KEPT}))
		OR (ended_at < ${before.text} AND ${NEVER_SENT}))`,
	values: [...before.values, ...before.values],
	note: {
		note: 'UPDATE send SET ended_at = ?',
		values: [now],
		of: `ended_at IS NULL AND ${NEVER_SENT}`,
		ofValues: [],
	},
});

const sentTexts = (before: Cut): Sweep => ({
	table: 'sent_text',
	key: ['channel', 'message_id'],
	old: `at < ${before.text}`,
	values: before.values,
});

const decisions = (before: Cut): Sweep => ({
	table: 'decision',
	key: ['key', 'part'],
	old: `at < ${before.text}`,
	values: before.values,
});

/** Waits that have ended: their answers are told from others for as long as they are redelivered. */
const waits = (before: number, sentBefore: Cut): Sweep => ({
	table: 'wait',
	key: ['id'],
	old: `(due_at IS NULL AND due_since < ? AND event_id IS NOT NULL) OR expires_at < ? OR asked_at < ${sentBefore.text}`,
	values: [before, before, ...sentBefore.values],
});

/**
 * Opt-outs and opt-ins stay until the customer is erased, and names in profiles as long as the events that told them. Versions of the package from before schema version 18 don't
 * note which windows they open, so that is done here.
 */
const conversations = (before: Cut, events: Cut, openedSince: Cut): Sweep => ({
	table: 'register',
	key: ['scope', 'subject', 'name'],
	old: `(name IN ('window', 'holder', 'holder-of-two', 'human', 'human-elsewhere') AND at < ${before.text})
		OR (name = '${PROFILE_NAME}' AND at < ${events.text})`,
	values: [...before.values, ...events.values],
	note: {
		note: 'INSERT INTO opened (scope, at, subject) SELECT scope, at, subject FROM register',
		values: [],
		of: `${IS_OPEN} AND at >= ${openedSince.text} AND NOT EXISTS (
			SELECT 1 FROM opened
			WHERE opened.scope = register.scope AND opened.at = register.at AND opened.subject = register.subject)`,
		ofValues: openedSince.values,
	},
});

const opened = (before: Cut): Sweep => ({
	table: 'opened',
	key: ['scope', 'at', 'subject'],
	old: `at < ${before.text}`,
	values: before.values,
});

/** Nothing is left of the customer but the name, and the customer wasn't heard of lately. */
const alone = (before: Cut) => `NOT EXISTS (
		SELECT 1 FROM register WHERE register.scope = alias.scope AND (
			register.subject = alias.contact
			OR (register.subject IN ('number:' || alias.alias, 'number:' || alias.contact)
				AND register.at >= ${before.text})))
	AND NOT EXISTS (SELECT 1 FROM send WHERE send.channel = alias.scope AND send.contact = alias.contact)
	AND NOT EXISTS (
		SELECT 1 FROM sent_text WHERE sent_text.channel = alias.scope AND sent_text.contact = alias.contact)`;

/** A name alone may be news of a customer whose messages come late, so that it goes later than what it led to. */
const names = (before: Cut, aloneBefore: Cut, now: number): Sweep => ({
	table: 'alias',
	key: ['scope', 'alias'],
	old: `alone_since < ${aloneBefore.text} AND ${alone(before)}`,
	values: [...aloneBefore.values, ...before.values],
	note: {
		note: 'UPDATE alias SET alone_since = ?',
		values: [now],
		of: `alone_since IS NULL AND ${alone(before)}`,
		ofValues: before.values,
	},
});

/** Whose a phone number is, once it is nobody's other name. */
const owners = (before: Cut): Sweep => ({
	table: 'register',
	key: ['scope', 'subject', 'name'],
	old: `name = 'owner' AND at < ${before.text} AND NOT EXISTS (
		SELECT 1 FROM alias WHERE alias.scope = register.scope AND (
			alias.alias = substr(register.subject, 8) OR alias.contact = substr(register.subject, 8)))`,
	values: before.values,
});

function sweepsOfConversations(otherwise: number, retention: Retention, now: number): Sweep[] {
	const { events, windows = otherwise } = retention;
	const byScope = { number: 'scope' } as const;
	const before = cutOf(retention, { ...byScope, part: 'conversations', otherwise });
	const openedSince = cutOf(retention, { ...byScope, part: 'windows', otherwise: windows });
	const ofEvents = cutOf(retention, { ...byScope, part: 'events', otherwise: events });
	const ofNames = cutOf(retention, { part: 'conversations', number: 'alias.scope', otherwise });
	const aloneBefore = cutOf(retention, { part: 'events', number: 'alias.scope', otherwise: events });
	return [
		conversations(before, ofEvents, openedSince),
		opened(openedSince),
		names(ofNames, aloneBefore, now),
		owners(before),
	];
}

/** What is left of erased sends goes with them. */
const erasedSends: Sweep = {
	table: 'erased',
	key: ['hash'],
	old: 'send IS NOT NULL AND NOT EXISTS (SELECT 1 FROM send WHERE send.key = erased.send)',
	values: [],
};

const markedEvents = (before: number): Sweep => ({
	table: 'erased',
	key: ['hash'],
	old: 'send IS NULL AND at < ?',
	values: [before],
});

/** Who forwards drops them in time, and counts them: these are left by somebody who no longer does. */
const leftForwards = (before: number): Sweep => ({
	table: 'forward',
	key: ['seq'],
	old: 'received_at < ?',
	values: [before],
});

const formerTargets = (before: number): Sweep => ({
	table: 'forward_target',
	key: ['target'],
	old: `COALESCE(forwarded_at, 0) < ? AND COALESCE(failed_at, 0) < ?
		AND NOT EXISTS (SELECT 1 FROM forward WHERE forward.target = forward_target.target)`,
	values: [before, before],
});

/** A status corrects what is expired, and a redelivery takes up to 8 days. ms */
const CORRECTED_FOR = EXPIRES_AFTER + 9 * DAY;

/** Which messages were charged. How many there were stays in their totals. */
const charges = (before: Cut): Sweep => ({
	table: 'charge',
	key: ['channel', 'message_id', 'recipient'],
	old: `COALESCE(delivered_at, failed_at, sent_at) < ${before.text}`,
	values: before.values,
});

/** Pending messages leave these when they are delivered. */
const emptyTotals: Sweep = {
	table: 'charge_total',
	key: ['channel', 'account', 'day', 'campaign', 'market', 'type', 'category', 'subtype', 'state'],
	old: 'messages = 0',
	values: [],
};

/** A day more than those who forward keep them. */
const LEFT_FOR = FORWARDED_FOR + DAY;

/**
 * What goes, in this order: names are looked at when what they lead to is gone.
 * @param now local time, epoch ms
 */
export function sweepsOf(retention: Retention, now: number): Sweep[] {
	const { events, marks = events, deadLetters: ofLetters, conversations: ofConversations } = retention;
	const ofNumbers = { number: 'channel' } as const;
	const ofSends = cutOf(retention, { ...ofNumbers, part: 'sends', otherwise: retention.sends });
	const texts = retention.sentTexts;
	const decided = retention.decisions;
	return [
		starts(Math.min(retention.starts ?? marks, marks)),
		bursts(events),
		eventsOfBursts,
		...(ofLetters === undefined ? [] : [deadLetters(ofLetters)]),
		sends(ofSends, now),
		charges(
			cutOf(retention, {
				...ofNumbers,
				part: 'sends',
				otherwise: retention.sends,
				most: now - CORRECTED_FOR,
			}),
		),
		emptyTotals,
		...(texts === undefined
			? []
			: [sentTexts(cutOf(retention, { ...ofNumbers, part: 'sentTexts', otherwise: texts }))]),
		...(decided === undefined
			? []
			: [decisions(cutOf(retention, { ...ofNumbers, part: 'decisions', otherwise: decided }))]),
		waits(marks, ofSends),
		...(ofConversations === undefined ? [] : sweepsOfConversations(ofConversations, retention, now)),
		markedEvents(marks),
		erasedSends,
		leftForwards(now - LEFT_FOR),
		formerTargets(now - LEFT_FOR),
	];
}
