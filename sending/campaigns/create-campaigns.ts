import type { Engine, Intent, StoredCampaign } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import type { followGatewayClock } from '../gateway-clock';
import { asCampaign } from './contract/to-campaign';
import type { Campaign, Campaigns } from './contract/campaigns';
import { messageDecider } from './dispatch/decide-message';
import { dryRun } from './dry-run';
import { skipTheRest } from './end-campaigns';
import { planCampaign } from './plan/plan-campaign';
import { openPolicyEngines } from './dispatch/policy-engines';
import { findCampaign, readCampaigns } from './read-campaigns';
import { sendDue } from './dispatch/send-due';

/** Let out again in one transaction at most. */
const CHUNK = 1_000;

type OfTemplate = Pick<Intent, 'channel' | 'account' | 'template'>;

export interface CampaignsOptions {
	engine: Engine;
	gateway: GatewayClient;
	clock: ReturnType<typeof followGatewayClock>;
	learnTemplate(intent: OfTemplate, options: { anew: boolean }): Promise<void>;
	/** Messages a second that a number may send. */
	perSecond: number;
	random: () => number;
}

export function createCampaigns(options: CampaignsOptions): Campaigns {
	const { engine, clock, learnTemplate } = options;
	const { campaigns } = engine.store;
	const engineOf = openPolicyEngines(engine);

	/** Learns a template; a gateway that does not answer leaves it as it is known. */
	async function learn(intent: OfTemplate, { anew }: { anew: boolean }): Promise<void> {
		try {
			await learnTemplate(intent, { anew });
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
		}
	}

	const decideAll = messageDecider(learn, engineOf);

	const find = (id: string) => findCampaign(engine, id);

	/** Moves a campaign on. @throws Error where it is over */
	async function move(
		id: string,
		from: StoredCampaign['state'][],
		to: StoredCampaign['state'],
		why?: string,
	): Promise<Campaign> {
		const { state } = await find(id);
		if (state !== to && !(await campaigns.move(id, from, to, why))) {
			throw new Error(`The campaign "${id}" is ${(await find(id)).state}: it cannot become ${to}.`);
		}
		return asCampaign(await find(id));
	}

	return {
		...readCampaigns(engine),
		plan: (plan, recipients, asked) => planCampaign(engine, plan, recipients, asked),
		async dryRun(plan, recipients) {
			await clock.freshen(plan.channel);
			return dryRun(engine, decideAll, plan, recipients);
		},
		sendDue: (asked) => sendDue({ ...options, learn, decideAll, engineOf }, asked),
		pause: (id, why = 'Paused by hand.') => move(id, ['running'], 'paused', why),
		resume: (id) => move(id, ['paused'], 'running'),
		async cancel(id, why = 'The campaign was cancelled.') {
			const cancelled = await move(id, ['running', 'paused'], 'cancelled', why);
			await skipTheRest(engine, id, 'campaign-cancelled', why);
			return cancelled;
		},
		async retry(id, what) {
			const { channel, state } = await find(id);
			if (state === 'cancelled' || state === 'ended') {
				throw new Error(`The campaign "${id}" is ${state}: nothing of it can be sent again.`);
			}
			const now = await engine.now(channel);
			const counts = await campaigns.counts(id);
			const all = counts.find((one) => one.state === what)?.count ?? 0;
			let done = 0;
			while (done < all) {
				const some = await campaigns.retry(id, what, now, Math.min(CHUNK, all - done));
				if (some === 0) break;
				done += some;
			}
			return done;
		},
	};
}
