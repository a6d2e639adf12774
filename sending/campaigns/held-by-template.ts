import type { Decision, Engine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { templatesAsOutcome } from '../learn-template';
import type { Sender } from '../sender';
import type { PlannedRecipient } from './contract';

/** The rules of the shipped policies that hold or skip everyone, because of the template's state. */
const OF_TEMPLATE: ReadonlySet<string> = new Set([
	'template-in-review',
	'template-never-seen',
	'template-paused',
	'template-paused-without-end',
	'template-unusable',
]);

/** What asks for a recipient, and the number that the campaign is sent from. */
interface Asking {
	sender: Pick<Sender, 'decide'>;
	engine: Pick<Engine, 'record' | 'template'>;
	gateway: Pick<GatewayClient, 'templates'>;
	number: { channel: string; account?: string };
}

/**
 * Why a campaign's template can't go out now, asked for one of its recipients. Unless it is known to be sendable, the
 * gateway is asked about it, whatever this recipient gets: nobody may have heard that it was approved.
 * @returns undefined if it can, if the recipient gets something else, and if the gateway can't be asked
 */
export async function heldByTemplate(
	{ sender, engine, gateway, number }: Asking,
	{ to, recipientType, template, freeform }: PlannedRecipient,
): Promise<Pick<Decision, 'action' | 'reason'> | undefined> {
	const intent = { ...number, to, recipientType, template, freeform: freeform !== undefined };
	try {
		if (!template || (await engine.template(intent)).state === 'sendable') return undefined;
		const items = await gateway.templates.translations(template.name);
		await engine.record(templatesAsOutcome(number, items, template));
		const decision = await sender.decide(intent);
		return OF_TEMPLATE.has(decision.rule) ? decision : undefined;
	} catch {
		return undefined;
	}
}
