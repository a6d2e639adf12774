import { normalizeAddress, normalizeLanguage, normalizeName, responderOf } from '../platform';
import { changesOfRefusal } from './changes-of-refusal';
import { idOfContent } from './events/event-id';
import type {
	EngineOutcome,
	HumanSetOutcome,
	SentOutcome,
	TemplatesListedOutcome,
	ThreadControlOutcome,
	HolderSetOutcome,
	OptOutSetOutcome,
} from './outcome';
import { optOutRegister, ASSUMED_HOLDER } from './state/conversation';
import type { HolderSign } from './state/holder-transitions';
import { holderAfter } from './state/holder-transitions';
import type { HumanMark } from './state/human-replies';
import { HUMAN_REPLIED, PERSON_CALLED } from './state/human-replies';
import { RANK, wholeSecond, dateOf } from './state/register';
import { identityChanges } from './state/identity';
import type { RegisterWrite, StateChanges, Registers } from './state/register';
import type { TemplateStatusMark } from './state/template';
import { HELD_FOR_QUALITY, templateSubject, wasIn } from './state/template';
import { stateOfStatus } from './state/template-transitions';
import { nameItself } from './templates/name-lock';

/**
 * Decides between acts of ours in the same second: the later one, and what it says if both have the same time.
 * The same act noted again has the same id, so that the state is a function of the set of acts.
 */
function idOfOutcome(outcome: EngineOutcome, at: number): string {
	const { code, title, details } = outcome.kind === 'refused' ? outcome.error : {};
	const act =
		outcome.kind === 'sent'
			? `sent:${outcome.messageId}`
			: idOfContent('act', { ...outcome, error: [code, title, details] });
	return `${String(at).padStart(15, '0')}:${act}`;
}

/** Who holds a conversation after an act of ours. */
function holderRegister(
	{ channel, to }: { channel: string; to: string },
	sign: HolderSign,
	at: number,
	id: string,
): RegisterWrite {
	const { to: value, rank } = holderAfter(sign);
	return {
		scope: channel,
		subject: normalizeAddress(to),
		name: 'holder',
		at: wholeSecond(at),
		rank,
		id,
		value,
	};
}

/**
 * A pass goes to the role it names; without one it goes to the escalation partner (docs/interface.md, Conversation
 * control).
 */
function signOf({ action, targetRole }: ThreadControlOutcome): HolderSign {
	return action === 'pass' ? `pass-to-${responderOf(targetRole) ?? 'other'}` : action;
}

/**
 * What somebody told us about a customer. It is dated to the millisecond, unlike our own acts: whoever corrects us has
 * seen the events of that second.
 */
function toldRegister(
	{ channel, to }: { channel: string; to: string },
	name: string,
	value: unknown,
	at: number,
	id: string,
): RegisterWrite {
	return { scope: channel, subject: normalizeAddress(to), name, at, rank: RANK.ownAct, id, value };
}

/** Once nobody is active, what was held because of it is looked at again. */
function changesOfHumanSet(outcome: HumanSetOutcome, at: number, id: string): StateChanges {
	const { channel, to, active, called } = outcome;
	const told = (name: string, value: HumanMark) => toldRegister(outcome, name, value, at, id);
	if (active && called) {
		return { registers: [HUMAN_REPLIED.known, PERSON_CALLED].map((name) => told(name, 'called')) };
	}
	if (active) return { registers: [told(HUMAN_REPLIED.known, 'replied')] };
	return {
		registers: Object.values(HUMAN_REPLIED).map((name) => told(name, 'ended')),
		wakes: [{ channel, contact: normalizeAddress(to) }],
	};
}

/**
 * The business that sends takes the conversation over (docs/interface.md, Conversation control), unless it sends a
 * template: anybody may do that (docs/interface.md, Conversation control).
 */
function changesOfSent(
	{ channel, account, to, template, contacts = [], heldForQuality = false, said, messageId }: SentOutcome,
	at: number,
	id: string,
): StateChanges {
	const links = contacts.flatMap(({ input, wa_id, user_id }) => {
		const [asked, phone, user] = [input, wa_id, user_id].map((name) => normalizeAddress(name ?? ''));
		return [
			...(asked !== '' && phone !== '' && asked !== user ? [{ alias: asked!, contact: phone! }] : []),
			...(phone !== '' && user !== '' ? [{ alias: phone!, contact: user!, ownedAt: at }] : []),
		];
	});
	const { aliases, registers } = identityChanges(channel, links);
	const paced: RegisterWrite[] =
		heldForQuality && template
			? [
					{
						scope: account ?? channel,
						subject: templateSubject(template),
						name: HELD_FOR_QUALITY,
						at: wholeSecond(at),
						rank: RANK.answer,
						id,
						value: true,
					},
				]
			: [];
	return {
		aliases,
		registers: [
			...registers,
			...paced,
			...(template ? [] : [holderRegister({ channel, to }, 'sent', at, id)]),
		],
		...(said && {
			sentTexts: [{ channel, contact: normalizeAddress(to), messageId, at: Math.floor(at), ...said }],
		}),
	};
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
		subject: templateSubject(template),
		name,
		at: wholeSecond(at),
		rank: RANK.answer,
		id,
		value,
	});
	const statusOf = (template: { name: string; language: string }, mark: TemplateStatusMark) => {
		const state = stateOfStatus(mark.status);
		return [
			ofTemplate(template, 'status', mark),
			...(state !== undefined ? [ofTemplate(template, wasIn(state), true)] : []),
		];
	};
	const listed = templates.flatMap(({ status, category, quality, reason, ...template }) => [
		...(status ? statusOf(template, { status: normalizeName(status), ...(reason && { reason }) }) : []),
		...(category ? [ofTemplate(template, 'category', normalizeName(category))] : []),
		...(quality ? [ofTemplate(template, 'quality', normalizeName(quality))] : []),
	]);
	const isListed = templates.some(
		({ name, language }) =>
			name === lookedFor?.name && normalizeLanguage(language) === normalizeLanguage(lookedFor.language),
	);
	return lookedFor && !isListed ? [...listed, ofTemplate(lookedFor, 'status', { status: 'ABSENT' })] : listed;
}

/**
 * What an act of ours changes in the state.
 * @param at when it was done, if the outcome doesn't say. Epoch ms
 */
export function changesOfOutcome(outcome: EngineOutcome, now: number): StateChanges {
	const at = outcome.at ?? now;
	const id = idOfOutcome(outcome, at);
	switch (outcome.kind) {
		case 'sent':
			return changesOfSent(outcome, at, id);
		case 'refused': {
			const { channel, account, template, error, activeSince, answeredAt = now } = outcome;
			const contact = normalizeAddress(outcome.to);
			const of = { channel, account, template, contact, ...(activeSince !== undefined && { activeSince }) };
			return { registers: changesOfRefusal({ ...of, error, sentAt: at, answeredAt, id }) };
		}
		case 'templates-listed':
			return { registers: changesOfList(outcome, at, id) };
		case 'template-edited':
		case 'template-deleted': {
			const status = outcome.kind === 'template-edited' ? 'PENDING' : 'DELETED';
			const changed = [outcome.template, ...(outcome.nameLocked ? [nameItself(outcome.template)] : [])];
			const templates = changed.map((template) => ({ ...template, status }));
			return {
				registers: changesOfList({ ...outcome, kind: 'templates-listed', templates }, at, id),
			};
		}
		case 'thread-control':
			return { registers: [holderRegister(outcome, signOf(outcome), at, id)] };
		case 'holder-set':
			return { registers: [toldRegister(outcome, 'holder', outcome.holder, at, id)] };
		case 'human-set':
			return changesOfHumanSet(outcome, at, id);
		case 'opt-out-set': {
			const { categories, value } = outcome;
			return {
				registers: categories.map((category) =>
					toldRegister(outcome, optOutRegister(category), value, at, id),
				),
			};
		}
	}
}

/** What somebody tells us about a customer. */
type Correction = HolderSetOutcome | OptOutSetOutcome | HumanSetOutcome;

/** Whether somebody tells us this without saying since when: it corrects all that is known by then. */
export function isCorrection(outcome: EngineOutcome): outcome is Correction {
	const { kind, at } = outcome;
	return at === undefined && (kind === 'holder-set' || kind === 'opt-out-set' || kind === 'human-set');
}

/**
 * When a correction counts from. The gateway's clock can be ahead of ours, so an event that is known already may be
 * dated later than now: the correction counts after it.
 * @param writes what the correction would write if it were dated now. @param now epoch ms
 * @returns epoch ms
 */
export function dateOfCorrection(writes: readonly RegisterWrite[], known: Registers, now: number): number {
	const names = writes.flatMap(({ name }) => (name === 'holder' ? [name, ASSUMED_HOLDER] : [name]));
	const dates = names.flatMap((name) => (known[name] ? [dateOf(known[name]) + 1] : []));
	return Math.max(now, ...dates);
}
