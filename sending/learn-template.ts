import type { Engine, Intent } from '../engine';
import type { GatewayClient } from '../gateway';

/** A template that cannot be sent is looked up again after this long, as the event that mended it may be lost. ms */
const STATE_AGE = 10 * 60_000;

/** The rating of a template, in either way it is written. */
function qualityOf(score: { score?: string } | string | null | undefined): string | undefined {
	return typeof score === 'string' ? score : score?.score;
}

/** Lists templates at the gateway by name, and records what the list says. */
export async function listAndRecord(
	engine: Engine,
	gateway: GatewayClient,
	{
		channel,
		account,
		template,
	}: Pick<Intent, 'channel' | 'account'> & { template: { name: string; language: string } },
): Promise<void> {
	const items = await gateway.templates.listAll({ filters: { 'business_templates.name': template.name } });
	const templates = items.map(({ name, language, status, category, quality_score, rejected_reason }) => ({
		name,
		language,
		status,
		category,
		quality: qualityOf(quality_score),
		reason: rejected_reason ?? undefined,
	}));
	await engine.record({ kind: 'templates-listed', channel, account, templates, lookedFor: template });
}

/**
 * Learns the template of an intent from the gateway where nothing is known of it, or where what keeps it from being
 * sent was heard long ago. Those who ask for the same template at the same time share one call.
 */
export function createTemplateLearner(engine: Engine, gateway: GatewayClient) {
	const underWay = new Map<string, Promise<void>>();
	return async ({ channel, account, template }: Intent): Promise<void> => {
		if (!template) return;
		const known = await engine.template({ channel, account, template });
		const age = (await engine.now(channel)) - (known.heardAt ?? 0);
		const endIsKnown = known.pauseEndsAt !== undefined;
		if (known.state === 'sendable' || (known.state !== 'never-seen' && (endIsKnown || age < STATE_AGE)))
			return;
		const key = JSON.stringify([channel, account, template.name, template.language]);
		const listing =
			underWay.get(key) ??
			listAndRecord(engine, gateway, { channel, account, template }).finally(() => underWay.delete(key));
		underWay.set(key, listing);
		await listing;
	};
}
