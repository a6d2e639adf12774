import type { DecisionOrigin, Engine } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import type { GatewayClock } from '../gateway-clock';
import type { LearnTemplate, OfTemplate } from '../learn-template';
import { changeCampaigns } from './change-campaigns';
import type { Campaigns } from './contract';
import { messageDecider } from './decide-messages';
import { sendDue } from './dispatch/send-due';
import { dryRun } from './dry-run';
import { planCampaign } from './plan/plan-campaign';
import { refusePlan } from '../sending-options';
import { openPolicyEngines } from './policy-engines';
import { readCampaigns } from './read-campaigns';

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

export function createCampaigns({
	engine,
	gateway,
	clock,
	learnTemplate,
	setRate,
	origin,
}: CampaignsOptions): Campaigns {
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

	return {
		...readCampaigns(engine),
		...changeCampaigns(engine),
		async plan(plan, recipients, asked) {
			refusePlan(plan, recipients);
			return planCampaign(engine, learn, plan, recipients, asked);
		},
		async dryRun(plan, recipients) {
			refusePlan(plan, recipients);
			await clock.freshen(plan.channel);
			return dryRun(
				engine,
				{ decideAll, learn: (intent) => learn(intent, { anew: true }) },
				plan,
				recipients,
			);
		},
		sendDue: (asked) => sendDue({ engine, gateway, clock, learn, decideAll, setRate, origin }, asked),
	};
}
