import type { Engine, Intent, StoredCampaign } from '../../engine';
import { RECIPIENT_STATES } from '../../engine';
import type { GatewayClient } from '../../gateway';
import { GatewayError } from '../../gateway';
import type { followGatewayClock } from '../gateway-clock';
import { asCampaign, asRecipient } from './as-campaign';
import type { Campaign, Campaigns } from './campaigns';
import { messageDecider } from './decide-message';
import { dryRun } from './dry-run';
import { skipTheRest } from './end-campaigns';
import { planCampaign } from './plan';
import { openPolicyEngines } from './policy-engines';
import { reportOn } from './report';
import { sendDue } from './send-due';

const PAGE = { usual: 100, most: 10_000 };
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

	const decide = messageDecider(learn, engineOf);

	async function find(id: string): Promise<StoredCampaign> {
		const found = await campaigns.find(id);
		if (!found) throw new Error(`There is no campaign "${id}".`);
		return found;
	}

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
		plan: (plan, recipients) => planCampaign(engine, plan, recipients),
		async dryRun(plan, recipients) {
			await clock.freshen(plan.channel);
			return dryRun(engine, decide, plan, recipients);
		},
		sendDue: (asked) => sendDue({ ...options, learn, decide, engineOf }, asked),
		pause: (id, why = 'Paused by hand.') => move(id, ['running'], 'paused', why),
		resume: (id) => move(id, ['paused'], 'running'),
		async cancel(id, why = 'The campaign was cancelled.') {
			const cancelled = await move(id, ['running', 'paused'], 'cancelled', why);
			await skipTheRest(engine, id, 'campaign-cancelled', why);
			return cancelled;
		},
		async get(id) {
			const found = await campaigns.find(id);
			return found && asCampaign(found);
		},
		async list({ channel } = {}) {
			return (await campaigns.list({ channel, kept: false })).map(asCampaign);
		},
		report: async (id) => reportOn(engine, await find(id)),
		async recipients(id, { state, after, limit = PAGE.usual } = {}) {
			await find(id);
			const states = state === undefined ? RECIPIENT_STATES : [state].flat();
			const most = Math.min(Math.max(1, limit), PAGE.most);
			const found = await campaigns.recipients({ campaign: id, states, after, limit: most + 1 });
			const page = found.slice(0, most);
			const next = found.length > most && { next: page.at(-1)!.recipient };
			return { recipients: page.map(asRecipient), ...next };
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
