import { MINUTE } from '../base';
import type { AskTemplate, Engine, Intent, Template, TemplatesListedOutcome } from '../engine';
import type { GatewayClient } from '../gateway';
import type { TemplateItem } from '../platform';
import { qualityOf } from '../platform';

/** A template that can't be sent is looked up again after this long, because the event that fixed it may be lost. ms */
const STATE_AGE = 10 * MINUTE;

/**
 * A pause that only a failed message told of may be none: it is looked up this soon (docs/interface.md, Pacing and time
 * to live). ms
 */
const UNPROVEN_PAUSE_AGE = MINUTE;

const ageOf = ({ pause }: Template) => (pause === 'unknown' ? UNPROVEN_PAUSE_AGE : STATE_AGE);

/** What a template list says, for the engine to record. */
export function templatesAsOutcome(
	{ channel, account }: Pick<Intent, 'channel' | 'account'>,
	items: TemplateItem[],
	lookedFor?: { name: string; language: string },
): TemplatesListedOutcome {
	const templates = items.map((item) => ({
		name: item.name,
		language: item.language,
		status: item.status,
		category: item.category,
		quality: qualityOf(item),
		reason: item.rejected_reason ?? undefined,
	}));
	return { kind: 'templates-listed', channel, account, templates, lookedFor };
}

/**
 * Whether the gateway should be asked about a template: nothing is known of it, or its category isn't (an event
 * named its status only), or what keeps it from being sent was heard long ago.
 */
function isWorthAsking(known: Template, now: number): boolean {
	if (known.state === 'never-seen') return true;
	if (known.state !== 'absent' && known.category === undefined) return true;
	if (known.state === 'sendable' || known.pauseEndsAt !== undefined) return false;
	return now - (known.heardAt ?? 0) >= ageOf(known);
}

/** A template, as those who send it name it. */
export type OfTemplate = Pick<Intent, 'channel' | 'account' | 'template'>;

/** What a template may be looked up for. */
interface Occasion {
	/** Epoch ms of the gateway's clock */
	now: number;
	/** What is known about it; left out if the gateway has just shown that it is wrong. */
	known?: Template;
}

/**
 * Learns the template of an intent from the gateway if that is worth asking.
 * @returns whether the gateway was asked, so that more may be known
 * @throws GatewayError
 */
export type LearnTemplate = (intent: OfTemplate, occasion: Occasion) => Promise<boolean>;

/** Lookups of the same template at the same time share one call, and it isn't looked up again soon. */
export function createTemplateLearner(engine: Engine, gateway: GatewayClient): LearnTemplate {
	const asked = new Map<string, { at: number; answer: Promise<void> }>();

	async function listAndRecord(
		intent: OfTemplate,
		template: { name: string; language: string },
	): Promise<void> {
		const items = await gateway.templates.listAll({ filters: { 'business_templates.name': template.name } });
		await engine.record(templatesAsOutcome(intent, items, template));
	}

	return async (intent, { now, known }) => {
		const { channel, account, template } = intent;
		if (!template || (known && !isWorthAsking(known, now))) return false;
		const key = JSON.stringify([channel, account, template.name, template.language]);
		const last = asked.get(key);
		const isRecent = known && last && now - last.at < ageOf(known);
		const answer = isRecent ? last.answer : listAndRecord(intent, template);
		if (!isRecent) {
			asked.set(key, { at: now, answer });
			answer.catch(() => asked.delete(key));
		}
		await answer;
		return true;
	};
}

/**
 * Asks the gateway of a number about templates of its account, for events that name no time. It isn't asked about those
 * of another account, as far as the number's is known.
 */
export function createTemplateAsker(
	{ store }: Pick<Engine, 'store'>,
	gateway: Pick<GatewayClient, 'templates'>,
	{ channel, account: given }: { channel: string; account?: string },
): AskTemplate {
	return async ({ account, name }) => {
		const learned = given ?? (await store.readRegister(channel, '', 'account'))?.value;
		if (learned !== undefined && learned !== account) return undefined;
		const items = await gateway.templates.translations(name);
		return { channel, templates: templatesAsOutcome({ channel, account }, items).templates };
	};
}
