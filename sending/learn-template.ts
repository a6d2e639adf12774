import type { Engine, Intent, Template, TemplatesListedOutcome } from '../engine';
import type { GatewayClient } from '../gateway';
import type { TemplateItem } from '../platform';
import { qualityOf } from '../platform';

/** A template that cannot be sent is looked up again after this long, as the event that mended it may be lost. ms */
const STATE_AGE = 10 * 60_000;

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
 * Whether the gateway should be asked about a template: nothing is known of it, or its category is not (an event
 * told its status only), or what keeps it from being sent was heard long ago.
 */
function isWorthAsking(known: Template, now: number): boolean {
	if (known.state === 'never-seen') return true;
	if (known.state !== 'absent' && known.category === undefined) return true;
	if (known.state === 'sendable' || known.pauseEndsAt !== undefined) return false;
	return now - (known.heardAt ?? 0) >= STATE_AGE;
}

type OfTemplate = Pick<Intent, 'channel' | 'account' | 'template'>;

/**
 * Learns the template of an intent from the gateway where that is worth asking. Those who ask for the same template
 * at the same time share one call, and nobody asks again soon, unless `anew`: the gateway has just shown that what is
 * known is wrong.
 */
export function createTemplateLearner(engine: Engine, gateway: GatewayClient) {
	const asked = new Map<string, { at: number; answer: Promise<void> }>();

	async function listAndRecord(
		intent: OfTemplate,
		template: { name: string; language: string },
	): Promise<void> {
		const items = await gateway.templates.listAll({ filters: { 'business_templates.name': template.name } });
		await engine.record(templatesAsOutcome(intent, items, template));
	}

	return async (intent: OfTemplate, { anew }: { anew: boolean }): Promise<void> => {
		const { channel, account, template } = intent;
		if (!template) return;
		const now = await engine.now(channel);
		const known = await engine.template({ channel, account, template });
		if (!anew && !isWorthAsking(known, now)) return;
		const key = JSON.stringify([channel, account, template.name, template.language]);
		const before = asked.get(key);
		if (!anew && before && now - before.at < STATE_AGE) return before.answer;
		const answer = listAndRecord(intent, template);
		asked.set(key, { at: now, answer });
		answer.catch(() => asked.delete(key));
		return answer;
	};
}
