import type { DecisionOrigin, Engine, StoredCampaign } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { pricesOfNumber } from '../../engine';
import { GatewayError } from '../../gateway';
import type { GatewayClock } from '../gateway-clock';
import type { LearnTemplate, OfTemplate } from '../learn-template';
import type { Campaign, Campaigns, OfNumber } from './contract';
import { toCampaign } from './shown';
import { messageDecider } from './decide-messages';
import { sendDue } from './dispatch/send-due';
import { dryRun } from './dry-run';
import { skipTheRest } from './end-campaigns';
import { planCampaign } from './plan/plan-campaign';
import { readBudget } from './plan/problems-of-plan';
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
	/** Who sends. */
	origin?: DecisionOrigin;
}

/** Gives a campaign another budget. @throws Error if it can't have one */
async function setBudget({ store }: Engine, campaign: StoredCampaign, given: number): Promise<void> {
	const { amount } = readBudget(given, campaign.budget ?? (await pricesOfNumber(store, campaign.channel)));
	if (await store.campaigns.setBudget(campaign, amount)) return;
	throw new Error(
		`The campaign "${campaign.id}" was planned without a budget, so it can't get one. Leave the budget empty.`,
	);
}

export function createCampaigns({
	engine,
	gateway,
	clock,
	learnTemplate,
	setRate,
	origin,
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

	/** Moves a campaign to another state. @throws Error if it is over */
	async function move(
		id: string,
		{ channel }: OfNumber = {},
		from: StoredCampaign['state'][],
		to: StoredCampaign['state'],
		why?: string,
	): Promise<Campaign> {
		const found = await findCampaign(engine, id, channel);
		if (found.state !== to && !(await campaigns.move(found, from, to, why))) {
			const { state } = await findCampaign(engine, id, found.channel);
			throw new Error(`The campaign "${id}" is ${state}, so it can't become ${to}.`);
		}
		return toCampaign(await findCampaign(engine, id, found.channel));
	}

	return {
		...readCampaigns(engine),
		plan: (plan, recipients, asked) => planCampaign(engine, learn, plan, recipients, asked),
		async dryRun(plan, recipients) {
			await clock.freshen(plan.channel);
			return dryRun(
				engine,
				{ decideAll, learn: (intent) => learn(intent, { anew: true }) },
				plan,
				recipients,
			);
		},
		sendDue: (asked) => sendDue({ engine, gateway, clock, learn, decideAll, setRate, origin }, asked),
		pause: (id, why = 'Paused by hand.', of) => move(id, of, ['running'], 'paused', why),
		async resume(id, { budget, ...of } = {}) {
			if (budget !== undefined) await setBudget(engine, await findCampaign(engine, id, of.channel), budget);
			return move(id, of, ['paused'], 'running');
		},
		async cancel(id, why = 'The campaign was cancelled.', of) {
			const cancelled = await move(id, of, ['running', 'paused'], 'cancelled', why);
			await skipTheRest(engine, cancelled, 'campaign-cancelled', why);
			return cancelled;
		},
		async retry(id, what, of = {}) {
			const campaign = await findCampaign(engine, id, of.channel);
			const { channel, state } = campaign;
			if (state === 'cancelled' || state === 'ended') {
				throw new Error(`The campaign "${id}" is ${state}, so none of its messages can be sent again.`);
			}
			const now = await engine.now(channel);
			const counts = await campaigns.counts(campaign);
			const from = what === 'unconfirmedWithoutTrace' ? 'unconfirmed' : what;
			const all = counts.find((one) => one.state === from)?.count ?? 0;
			if (from !== what) await lookForTraces(engine.store, campaign);
			let done = 0;
			while (done < all) {
				const some = await campaigns.retry(campaign, what, now, Math.min(CHUNK, all - done));
				if (some === 0) break;
				done += some;
			}
			return done;
		},
	};
}
