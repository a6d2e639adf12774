import { normalizeLanguage } from '../../../engine';
import { keyOfRecipient } from '../../../engine/campaigns/keys';
import type { NewRecipient, RetriedRecipients } from '../../../engine/store/campaigns';
import type { Work } from '../../work';
import { each, run } from '../../work';
import { erasedSends } from '../erased/marks';
import { readSecret } from '../erased/secret';
import type { Resolve } from '../names';
import { learnAliases, resolveNames } from '../names';

const INSERT = `
	INSERT INTO send
		(key, channel, contact, action, template_name, template_language, category, opens, state, at,
		 campaign, once_in, recipient, content, due, waits_for, rule, reason)
	VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING RETURNING key`;

const KNOWN = 'SELECT send.key FROM (VALUES (?)) AS asked JOIN send ON send.key = asked.column1';

const retryText = (among: string) => `
	UPDATE send SET state = 'planned', due = ?, at = 0, opens = 0, refusals = 0, waits_for = NULL, token = NULL,
		rule = NULL, reason = NULL, failure_rule = NULL, failure_reason = NULL, pricing = NULL,
		heard_at = NULL
	WHERE key IN (
		SELECT key FROM send WHERE campaign = ? AND state = ? AND content IS NOT NULL ${among} LIMIT ?)`;

type Named = Pick<NewRecipient, 'contact' | 'recipient' | 'key'>;

function nameIn(campaign: string, channel: string, resolve: Resolve) {
	return ({ contact: given, recipient, key }: Named) => {
		const contact = resolve(channel, given);
		const name = recipient ?? contact;
		return { contact, recipient: name, key: key ?? keyOfRecipient(campaign, name) };
	};
}

export function* nameRecipients(
	campaign: string,
	channel: string,
	recipients: Named[],
): Work<Array<{ key: string; recipient: string; contact: string }>> {
	const resolve = yield* resolveNames(recipients.map(({ contact }) => [channel, contact]));
	return recipients.map(nameIn(campaign, channel, resolve));
}

/** Of some keys, those of erased sends. */
function* erasedAmong(keys: string[]): Work<Iterable<string>> {
	const secret = yield* readSecret();
	return secret === undefined ? [] : (yield* erasedSends(secret, keys)).keys();
}

export function* knownKeys(keys: string[]): Work<string[]> {
	const rows = yield* each<{ key: string }>(
		KNOWN,
		keys.map((key) => [key]),
	);
	return [...rows.map(({ key }) => key), ...(yield* erasedAmong(keys))];
}

export function* planRecipients(
	campaign: string,
	channel: string,
	recipients: NewRecipient[],
): Work<string[]> {
	const resolve = yield* learnAliases(
		[],
		recipients.map(({ contact }) => [channel, contact]),
	);
	const named = recipients.map((one) => ({ ...one, ...nameIn(campaign, channel, resolve)(one) }));
	const unique = [...new Map(named.reverse().map((one) => [one.key, one])).values()].reverse();
	const erased = new Set(yield* erasedAmong(unique.map(({ key }) => key)));
	const fresh = unique.filter(({ key }) => !erased.has(key));
	const planned = yield* each<{ key: string }>(
		INSERT,
		fresh.map(({ key, contact, onceIn, recipient, template, category, content, state, due, ...why }) => [
			...[key, channel, contact, template ? 'template' : 'freeform'],
			...[template?.name ?? null, template ? normalizeLanguage(template.language) : null, category ?? null],
			...[state, campaign, onceIn ?? null, recipient, JSON.stringify(content), due],
			...[why.waitsFor ?? null, why.rule ?? null, why.reason ?? null],
		]),
	);
	return planned.map(({ key }) => key);
}

export function* retryRecipients(
	id: string,
	what: RetriedRecipients,
	now: number,
	limit: number,
): Work<number> {
	if (what !== 'unconfirmedWithoutTrace') return yield* run(retryText(''), now, id, what, limit);
	return yield* run(retryText('AND no_trace = 1'), now, id, 'unconfirmed', limit);
}
