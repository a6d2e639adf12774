import { randomUUID } from 'node:crypto';
import { normalizeAddress, normalizeLanguage } from '../platform';
import { changesOfRefusal } from './changes-of-refusal';
import type { EngineOutcome, SentOutcome, TemplatesListedOutcome } from './outcome';
import { RANK } from './state/conversation';
import type { AliasWrite, RegisterWrite, StateChanges } from './state/register';
import { wholeSecond } from './state/register';
import { templateSubject } from './state/template';

/** The business that sends takes the conversation over (interface, Conversation control). */
function changesOfSent({ channel, to, contacts = [] }: SentOutcome, at: number, id: string): StateChanges {
	const aliases = contacts.flatMap(({ input, wa_id }): AliasWrite[] =>
		wa_id === undefined || normalizeAddress(input) === normalizeAddress(wa_id)
			? []
			: [{ scope: channel, alias: normalizeAddress(input), contact: normalizeAddress(wa_id) }],
	);
	const holder: RegisterWrite = {
		scope: channel,
		subject: normalizeAddress(to),
		name: 'holder',
		at: wholeSecond(at),
		rank: RANK.ownAct,
		id,
		value: 'business',
	};
	return { aliases, registers: [holder] };
}

function changesOfList(
	{ channel, account, templates, lookedFor }: TemplatesListedOutcome,
	at: number,
	id: string,
) {
	const ofTemplate = (
		template: { name: string; language: string },
		name: string,
		value: unknown,
	): RegisterWrite => ({
		scope: account ?? channel,
		subject: templateSubject({ name: template.name, language: normalizeLanguage(template.language) }),
		name,
		at,
		rank: RANK.answer,
		id,
		value,
	});
	const listed = templates.flatMap(({ status, category, quality, reason, ...template }) => [
		...(status
			? [ofTemplate(template, 'status', { status: status.toUpperCase(), ...(reason && { reason }) })]
			: []),
		...(category ? [ofTemplate(template, 'category', category.toUpperCase())] : []),
		...(quality ? [ofTemplate(template, 'quality', quality.toUpperCase())] : []),
	]);
	const isListed = templates.some(
		({ name, language }) =>
			name === lookedFor?.name && normalizeLanguage(language) === normalizeLanguage(lookedFor.language),
	);
	return lookedFor && !isListed ? [...listed, ofTemplate(lookedFor, 'status', { status: 'ABSENT' })] : listed;
}

/**
 * What an act of ours changes in the state.
 * @param at when it was done, where the outcome does not say. Epoch ms
 */
export function changesOfOutcome(outcome: EngineOutcome, now: number): StateChanges {
	const at = outcome.at ?? now;
	const id = randomUUID();
	switch (outcome.kind) {
		case 'sent':
			return changesOfSent(outcome, at, id);
		case 'refused': {
			const { channel, account, template, error } = outcome;
			const contact = normalizeAddress(outcome.to);
			const refusal = { channel, account, template, error, contact, sentAt: at, answeredAt: now, id };
			return { registers: changesOfRefusal(refusal) };
		}
		case 'templates-listed':
			return { registers: changesOfList(outcome, at, id) };
		case 'template-edited':
		case 'template-deleted': {
			const status = outcome.kind === 'template-edited' ? 'PENDING' : 'DELETED';
			return {
				registers: changesOfList(
					{ ...outcome, kind: 'templates-listed', templates: [{ ...outcome.template, status }] },
					at,
					id,
				),
			};
		}
		case 'thread-control': {
			const value = outcome.action === 'take' ? 'business' : 'agent';
			const subject = normalizeAddress(outcome.to);
			const name = 'holder';
			return {
				registers: [
					{ scope: outcome.channel, subject, name, at: wholeSecond(at), rank: RANK.ownAct, id, value },
				],
			};
		}
	}
}
