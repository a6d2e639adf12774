import { normalizeLanguage, normalizeName } from '../../platform';
import type { TemplatesListedOutcome } from '../outcome';
import { RANK } from '../state/register';
import { lastTold } from '../state/template';
import { qualityNamed, stateOfStatus } from '../state/template-transitions';
import type { DecisionState } from '../store/store';
import type { Engine } from '../engine';
import { idOfContent } from './event-id';
import type {
	MessagingEvent,
	TemplateCategoryEvent,
	TemplateQualityEvent,
	TemplateStatusEvent,
} from './messaging-event';

/** An event that the gateway can be asked about: it names no time, and says how its template is now. */
type Undated = (TemplateStatusEvent | TemplateQualityEvent | TemplateCategoryEvent) & { undated: true };

/** All translations of a template's name, as the gateway lists them; `undefined` if it can't be asked. */
export type AskTemplate = (template: {
	account: string;
	name: string;
}) => Promise<Pick<TemplatesListedOutcome, 'channel' | 'templates'> | undefined>;

const isUndated = (event: MessagingEvent): event is Undated =>
	(event.kind === 'template_status' ||
		event.kind === 'template_quality' ||
		(event.kind === 'template_category' && event.category !== undefined)) &&
	event.undated === true;

type Listed = TemplatesListedOutcome['templates'][number];

/** What is known of an event's template: before the gateway was asked, and its answer. */
interface Asked {
	/** When the gateway was asked. Epoch ms */
	at: number;
	state: DecisionState['template'];
	/** Absent if the gateway has no such template. */
	listed?: Listed;
}

/** Events tell these, and no list does: the gateway can't be asked about them. */
const ONLY_TOLD: ReadonlySet<string> = new Set(['FLAGGED', 'LOCKED']);

/** What a status means; one that nobody told us of means itself. */
const meaningOf = (status: string): string => stateOfStatus(status) ?? status;

/** The event as it is now: a new one, or the one that told the same before. */
function settled<Event extends Undated>(event: Event, id: string, at: number): Event {
	const now: Omit<Event, 'undated'> & { undated?: true } = { ...event, id, at };
	delete now.undated;
	return now as Event;
}

function withStatus(
	event: Undated & TemplateStatusEvent,
	{ id, at }: { id: string; at: number },
	mark: Pick<TemplateStatusEvent, 'status' | 'reason' | 'title' | 'description'>,
): TemplateStatusEvent {
	const now: TemplateStatusEvent = settled(event, id, at);
	delete now.reason;
	delete now.title;
	delete now.description;
	return { ...now, ...mark };
}

/** An event of the status that the gateway says, if that is news; otherwise the event that told it. */
function statusNow(event: Undated & TemplateStatusEvent, { at, state, listed }: Asked): TemplateStatusEvent {
	if (ONLY_TOLD.has(event.status) || (listed && listed.status === undefined)) return event;
	const status = listed?.status === undefined ? 'DELETED' : normalizeName(listed.status);
	const { line, hasChanged } = lastTold(at, state.history, state.registers);
	if (line && !hasChanged && meaningOf(status) === meaningOf(line.value.status)) {
		return withStatus(event, line, line.value);
	}
	const { kind, account, template } = event;
	const id = idOfContent(kind, account, template.name, template.language, status, line?.id);
	const as = { id, at: Math.max(at, (line?.at ?? -Infinity) + 1) };
	if (meaningOf(event.status) === meaningOf(status)) {
		const { reason, title, description } = event;
		return withStatus(event, as, {
			status: event.status,
			...(reason !== undefined && { reason }),
			...(title !== undefined && { title }),
			...(description !== undefined && { description }),
		});
	}
	const reason = listed?.reason;
	return withStatus(event, as, { status, ...(reason !== undefined && reason !== 'NONE' && { reason }) });
}

/** The same of a quality or a category, which have no history. What a list said before the event isn't told yet. */
function traitNow<Event extends Undated>(
	event: Event,
	name: 'quality' | 'category',
	{ at, state, listed }: Asked,
): Event {
	const now = listed?.[name];
	if (now === undefined) return event;
	const meaning = (value: unknown) => (name === 'quality' ? qualityNamed(String(value)) : String(value));
	const known = state.registers[name];
	const value = normalizeName(now);
	if (known !== undefined && meaning(known.value) === meaning(value)) {
		return known.rank === RANK.message ? settled(event, known.id, known.at) : event;
	}
	const { account, template } = event;
	const id = idOfContent(event.kind, account, template.name, template.language, value, known?.id);
	return { ...settled(event, id, Math.max(at, (known?.at ?? -Infinity) + 1)), [name]: value };
}

function eventNow(event: Undated, asked: Asked): MessagingEvent {
	if (event.kind === 'template_status') return statusNow(event, asked);
	return traitNow(event, event.kind === 'template_quality' ? 'quality' : 'category', asked);
}

/**
 * Events, those of templates without a time as the gateway says they are now. The interface names no time for them, and
 * they are repeated in any order for 7 days, so one that says the same as an older one can be a repeat of it, or news. The
 * gateway's answer is recorded. An event whose template it isn't asked about stays as it is.
 */
export async function withAskedTemplates(
	events: MessagingEvent[],
	{ store, now, record }: Pick<Engine, 'store' | 'now' | 'record'>,
	ask: AskTemplate,
): Promise<MessagingEvent[]> {
	const asked = new Map<Undated, Asked>();
	const answers = new Map<string, ReturnType<AskTemplate>>();
	const recorded = new Set<string>();
	for (const event of events.filter(isUndated)) {
		const { account, template } = event;
		const key = JSON.stringify([account, template.name]);
		const begunAt = await now();
		const answer = answers.get(key) ?? ask({ account, name: template.name }).catch(() => undefined);
		answers.set(key, answer);
		const listed = await answer;
		if (!listed) continue;
		const { channel, templates } = listed;
		const offset = (await now(channel)) - (await now());
		const at = begunAt + offset;
		const { template: state } = await store.readDecisionState({ channel, account, contact: '', template });
		const own = templates.find(({ language }) => normalizeLanguage(language) === template.language);
		asked.set(event, { at, state, ...(own && { listed: own }) });
		if (recorded.has(key)) continue;
		recorded.add(key);
		await record({ kind: 'templates-listed', channel, account, at, templates, lookedFor: template });
	}
	return events.map((event) => {
		const known = asked.get(event as Undated);
		return known ? eventNow(event as Undated, known) : event;
	});
}
