import type { Engine, Intent, TemplatesListedOutcome } from '../engine';
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
 * Learns the template of an intent from the gateway where nothing is known of it, or where what keeps it from being
 * sent was heard long ago. Those who ask for the same template at the same time share one call.
 */
export function createTemplateLearner(engine: Engine, gateway: GatewayClient) {
	const underWay = new Map<string, Promise<void>>();

	async function listAndRecord(intent: Intent, template: { name: string; language: string }): Promise<void> {
		const items = await gateway.templates.listAll({ filters: { 'business_templates.name': template.name } });
		await engine.record(templatesAsOutcome(intent, items, template));
	}

	return async (intent: Intent): Promise<void> => {
		const { channel, account, template } = intent;
		if (!template) return;
		const known = await engine.template({ channel, account, template });
		const age = (await engine.now(channel)) - (known.heardAt ?? 0);
		const endIsKnown = known.pauseEndsAt !== undefined;
		if (known.state === 'sendable' || (known.state !== 'never-seen' && (endIsKnown || age < STATE_AGE)))
			return;
		const key = JSON.stringify([channel, account, template.name, template.language]);
		const listing = underWay.get(key) ?? listAndRecord(intent, template).finally(() => underWay.delete(key));
		underWay.set(key, listing);
		await listing;
	};
}
