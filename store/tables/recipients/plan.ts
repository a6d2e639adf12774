import { normalizeLanguage } from '../../../engine';
import { keyOfRecipient } from '../../../engine/campaigns/keys';
import type { CampaignRef } from '../../../engine/store/campaigns';
import type { NewRecipient, RetriedRecipients } from '../../../engine/store/recipients';
import { reads, writes } from '../../methods';
import type { Work } from '../../work';
import { all, each } from '../../work';
import { erasedSends } from '../erased/marks';
import { readSecret } from '../erased/secret';
import type { Resolve } from '../names';
import { learnAliases, resolveNames } from '../names';
import { OF_CAMPAIGN } from '../send-row';

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, state, at,
		 campaign, once_in, recipient, content, due, waits_for, rule, reason)
	VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING key`;

const KNOWN = 'SELECT send.key FROM (VALUES (?)) AS asked JOIN send ON send.key = asked.column1';

const retriedText = (among: string) =>
	`SELECT key FROM send WHERE ${OF_CAMPAIGN} AND state = ? AND content IS NOT NULL ${among} LIMIT ?`;

/**
 * A message that was sent and failed is kept as a single send when its recipient is tried again, so that the customer's
 * story has it. Its statuses find it by its ID.
 */
const KEEP_FAILED = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, state, at, message_id, outcome,
		 rule, reason, failure_rule, failure_reason, pricing, heard_at)
	SELECT send.key || ' failed as ' || message_id, channel, contact, action, template_name, template_language, category,
		state, at, message_id, outcome, rule, reason, failure_rule, failure_reason, pricing, heard_at
	FROM (VALUES (?)) AS retried JOIN send ON send.key = retried.column1
	WHERE state = 'failed' AND message_id IS NOT NULL AND at > 0
	ON CONFLICT (key) DO NOTHING`;

const RETRY = `
	UPDATE send SET state = 'planned', due = past.column2, at = 0, opens = 0, refusals = 0, waits_for = NULL,
		token = NULL, rule = NULL, reason = NULL, failure_rule = NULL, failure_reason = NULL, pricing = NULL,
		heard_at = NULL
	FROM (VALUES (?, CAST(? AS BIGINT), ?)) AS past
	WHERE send.key = past.column1 AND send.state = past.column3 RETURNING send.key`;

type Named = Pick<NewRecipient, 'contact' | 'recipient' | 'key'>;

/** Of some keys, those of sends of a number, and of sends of it that were erased. */
const KEYS_OF_NUMBER = `
	SELECT send.key FROM (VALUES (?, ?)) AS asked
	JOIN send ON send.key = asked.column1 AND send.channel = asked.column2`;

function* keysOfNumber(channel: string, keys: string[]): Work<Set<string>> {
	if (keys.length === 0) return new Set();
	const rows = yield* each<{ key: string }>(
		KEYS_OF_NUMBER,
		keys.map((key) => [key, channel]),
	);
	const secret = yield* readSecret();
	const erased = secret === undefined ? [] : yield* erasedSends(secret, keys);
	const ofNumber = [...erased].filter(([, row]) => row.channel === channel);
	return new Set([...rows.map(({ key }) => key), ...ofNumber.map(([key]) => key)]);
}

/** What a recipient is called in a campaign. */
type Name = Required<Named>;

/** Names recipients. A send from before schema version 19 keeps its key, which callbacks name. */
function* namesIn({ channel, id }: CampaignRef, recipients: Named[], resolve: Resolve): Work<Name[]> {
	const named = recipients.map(({ contact: given, recipient, key }) => {
		const contact = resolve(channel, given);
		const name = recipient ?? contact;
		return { contact, recipient: name, key, formerKey: keyOfRecipient(id, name) };
	});
	const asked = named.flatMap(({ key, formerKey }) => (key === undefined ? [formerKey] : []));
	const kept = yield* keysOfNumber(channel, [...new Set(asked)]);
	return named.map(({ contact, recipient, key, formerKey }) => {
		const ofCampaign = kept.has(formerKey) ? formerKey : keyOfRecipient(id, recipient, channel);
		return { contact, recipient, key: key ?? ofCampaign };
	});
}

function* nameRecipients(campaign: CampaignRef, recipients: Named[]): Work<Name[]> {
	const { channel } = campaign;
	const resolve = yield* resolveNames(recipients.map(({ contact }) => [channel, contact]));
	return yield* namesIn(campaign, recipients, resolve);
}

/** Of some keys, those of erased sends. */
function* erasedAmong(keys: string[]): Work<Iterable<string>> {
	const secret = yield* readSecret();
	return secret === undefined ? [] : (yield* erasedSends(secret, keys)).keys();
}

function* knownKeys(keys: string[]): Work<string[]> {
	const rows = yield* each<{ key: string }>(
		KNOWN,
		keys.map((key) => [key]),
	);
	return [...rows.map(({ key }) => key), ...(yield* erasedAmong(keys))];
}

function* planRecipients(campaign: CampaignRef, recipients: NewRecipient[]): Work<string[]> {
	const { channel, id } = campaign;
	const resolve = yield* learnAliases(
		[],
		recipients.map(({ contact }) => [channel, contact]),
	);
	const names = yield* namesIn(campaign, recipients, resolve);
	const named = recipients.map((one, index) => ({ ...one, ...names[index]! }));
	const unique = [...new Map(named.reverse().map((one) => [one.key, one])).values()].reverse();
	const erased = new Set(yield* erasedAmong(unique.map(({ key }) => key)));
	const fresh = unique.filter(({ key }) => !erased.has(key));
	const planned = yield* each<{ key: string }>(
		INSERT,
		fresh.map(({ key, contact, onceIn, recipient, template, category, content, state, due, ...why }) => [
			key,
			channel,
			contact,
			template ? 'template' : 'freeform',
			template?.name ?? null,
			template ? normalizeLanguage(template.language) : null,
			category ?? null,
			state,
			id,
			onceIn ?? null,
			recipient,
			JSON.stringify(content),
			due,
			why.waitsFor ?? null,
			why.rule ?? null,
			why.reason ?? null,
		]),
	);
	return planned.map(({ key }) => key);
}

function* retryRecipients(
	{ channel, id }: CampaignRef,
	what: RetriedRecipients,
	now: number,
	limit: number,
): Work<number> {
	const isWithoutTrace = what === 'unconfirmedWithoutTrace';
	const state = isWithoutTrace ? 'unconfirmed' : what;
	const among = retriedText(isWithoutTrace ? 'AND no_trace = 1' : '');
	const keys = (yield* all<{ key: string }>(among, id, channel, state, limit)).map(({ key }) => key).sort();
	yield* each(
		KEEP_FAILED,
		keys.map((key) => [key]),
	);
	const retried = yield* each(
		RETRY,
		keys.map((key) => [key, now, state]),
	);
	return retried.length;
}

export const planWorks = {
	plan: writes(planRecipients),
	name: reads(nameRecipients),
	known: reads(knownKeys),
	retry: writes(retryRecipients),
};
