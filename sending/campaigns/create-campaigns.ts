import type { Engine, StoredCampaign } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import type { GatewayClock } from '../gateway-clock';
import type { LearnTemplate, OfTemplate } from '../learn-template';
import type { Campaign, Campaigns } from './contract';
import { toCampaign } from './contract/to-campaign';
import { messageDecider } from './decide-messages';
import { sendDue } from './dispatch/send-due';
import { dryRun } from './dry-run';
import { skipTheRest } from './end-campaigns';
import { planCampaign } from './plan/plan-campaign';
import { openPolicyEngines } from './policy-engines';
import { findCampaign, readCampaigns } from './read-campaigns';
import { lookForTraces } from './report';

/** Let out again in one transaction at most. */
const CHUNK = 1_000;

export interface CampaignsOptions {
	engine: Engine;
	gateway: GatewayClient;
	clock: GatewayClock;
	learnTemplate: LearnTemplate;
	/** Sets the number's rate, if the sender has one. */
	setRate(channel: string): Promise<void>;
}

export function createCampaigns({
	engine,
	gateway,
	clock,
	learnTemplate,
	setRate,
}: CampaignsOptions): Campaigns {
	const { campaigns } = engine.store;

	/** Learns a template. If the gateway doesn't answer, the template stays as it is known. */
	async function learn(intent: OfTemplate, { anew } = { anew: false }): Promise<void> {
		const now = await engine.now(intent.channel);
		const known = anew ? undefined : await engine.template(intent);
		try {
			await learnTemplate(intent, { now, ...(known && { known }) });
		} catch (error) {
			if (!(error instanceof GatewayError)) throw error;
		}
	}

	const decideAll = messageDecider(engine.runtime, learn, openPolicyEngines(engine));

	const find = (id: string) => findCampaign(engine, id);

	/** Moves a campaign to another state. @throws Error if it is over */
	async function move(
		id: string,
		from: StoredCampaign['state'][],
		to: StoredCampaign['state'],
		why?: string,
	): Promise<Campaign> {
		const { state } = await find(id);
		if (state !== to && !(await campaigns.move(id, from, to, why))) {
			throw new Error(`The campaign "${id}" is ${(await find(id)).state}, so it can't become ${to}.`);
		}
		return toCampaign(await find(id));
	}

	return {
		...readCampaigns(engine),
		plan: (plan, recipients, asked) => planCampaign(engine, plan, recipients, asked),
		async dryRun(plan, recipients) {
			await clock.freshen(plan.channel);
			return dryRun(
				engine,
				{ decideAll, learn: (intent) => learn(intent, { anew: true }) },
				plan,
				recipients,
			);
		},
		sendDue: (asked) => sendDue({ engine, gateway, clock, learn, decideAll, setRate }, asked),
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
				throw new Error(`The campaign "${id}" is ${state}, so none of its messages can be sent again.`);
			}
			const now = await engine.now(channel);
			const counts = await campaigns.counts(id);
			const from = what === 'unconfirmedWithoutTrace' ? 'unconfirmed' : what;
			const all = counts.find((one) => one.state === from)?.count ?? 0;
			if (from !== what) await lookForTraces(engine.store, id);
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
