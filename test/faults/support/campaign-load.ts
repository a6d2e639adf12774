import { join } from 'node:path';
import { systemRuntime } from '../../../base';
import { createEngine } from '../../../engine';
import type { CampaignRecipient } from '../../../sending';
import { createSender } from '../../../sending';
import { ROOT } from '../../../tools/sources';
import type { CampaignScene } from '../../sending/campaigns/scene';
import type { Killable } from './killable';
import { processOf } from './killable';

/** Longer than any lease. ms */
const LEASES = 5 * 60_000;
const ENDS = ['accepted', 'failed', 'skipped', 'held', 'unconfirmed'];

/**
 * A process that sends the due messages of a scene's store.
 * @param through the store as the process reaches it, if that's another address
 * @param root the checkout that it runs from
 * @param witness a file in which it notes its calls and their answers
 */
export const workerOf = (
	{ place, sandbox }: Pick<CampaignScene, 'place' | 'sandbox'>,
	name: string,
	perSecond: number,
	{ through = place.url, root = ROOT, witness }: { through?: string; root?: string; witness?: string } = {},
): Killable =>
	processOf(
		name,
		join(root, 'test/faults/support/send-campaigns.ts'),
		[through, sandbox.url, sandbox.apiKey, String(perSecond), ...(witness === undefined ? [] : [witness])],
		{},
		root,
	);

async function allRecipients({ campaigns }: CampaignScene): Promise<CampaignRecipient[]> {
	const all: CampaignRecipient[] = [];
	for (let after: string | undefined; ;) {
		const page = await campaigns.recipients('spring', { after, limit: 10_000 });
		all.push(...page.recipients);
		after = page.next;
		if (after === undefined) return all;
	}
}

/** When the workers' leases have ended by the store's clock, claims what they left and sends it. */
async function finish({ place, gateway, sandbox, campaigns: reader }: CampaignScene): Promise<void> {
	const runtime = { ...systemRuntime, now: () => Date.now() + LEASES };
	const engine = createEngine({ store: await place.open({ runtime }), now: Date.now });
	const { campaigns } = createSender({ engine, gateway });
	for (;;) {
		await sandbox.clock.advance(LEASES);
		await campaigns.sendDue();
		const { counts } = await reader.report('spring');
		if (counts.planned + counts.claimed + counts.sending === 0) return;
	}
}

/** What became of a campaign's recipients. */
export interface CampaignResult {
	sent: number;
	/** Customers who got the message more than once. */
	twice: string[];
	/** Recipients who are gone, in a state that isn't final, or in another state than the platform says. */
	wrong: string[];
	/** Those whose answer was lost. */
	unconfirmed: string[];
	/** Of them, how many have no message. */
	unconfirmedAndNotSent: number;
}

/** Sends what the workers left, hears all statuses, and says what became of the campaign `spring`. */
export async function endCampaign(scene: CampaignScene, planned: number): Promise<CampaignResult> {
	await finish(scene);
	const sentTo = scene.sandbox.control.sent().map(({ to }) => to);
	const reached = new Set(sentTo);
	const ended = await allRecipients(scene);
	const open = ended.filter(({ state }) => !ENDS.includes(state) && state !== 'delivered');
	await scene.hear();
	const settled = await allRecipients(scene);
	const disagree = settled.filter(({ to, state }) => (state === 'delivered') !== reached.has(to));
	return {
		sent: sentTo.length,
		twice: sentTo.filter((to, index) => sentTo.indexOf(to) !== index),
		wrong: [
			...(ended.length === planned ? [] : [`${ended.length} recipients instead of ${planned}`]),
			...[...open, ...disagree].map(({ to, state }) => `${to} is ${state}`),
		],
		unconfirmed: ended.filter(({ state }) => state === 'unconfirmed').map(({ to }) => to),
		unconfirmedAndNotSent: settled.filter(({ state }) => state === 'unconfirmed').length,
	};
}
