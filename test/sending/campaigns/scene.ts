import type {
	CampaignPlan,
	CampaignRecipient,
	Campaigns,
	PlannedRecipient,
	SendDueSummary,
	StateCounts,
} from '../../../sending';
import type { StorePlace } from '../../support/stores';
import { DATABASES } from '../../support/stores';
import type { Stage, StageOptions } from '../stage';
import { openStage } from '../stage';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** The gateway's clock counts where it differs by more than 5 s, and is read in whole seconds. */
const CLOCK_SHOWS = 7 * SECOND;

/** A stage for campaigns, with a store of its own for every test. */
export interface CampaignScene extends Stage {
	place: StorePlace;
	campaigns: Campaigns;
	/** The campaign `spring`, with the template `hello`. */
	spring: CampaignPlan;
	/** Plans these recipients into `spring`. */
	plan(
		recipients: Array<string | PlannedRecipient>,
		more?: Partial<CampaignPlan>,
	): ReturnType<Campaigns['plan']>;
	/** Sends what is due until that many recipients were dealt with, and waits for none to become due again. */
	sendTo(count: number, tell?: (recipient: CampaignRecipient) => void): Promise<SendDueSummary>;
	/** The states of `spring` that somebody is in. */
	counts(): Promise<Partial<StateCounts>>;
	/** The recipients of `spring`, by address. */
	recipients(): Promise<Record<string, CampaignRecipient>>;
	/** Time passes, so much that the gateway's clock shows it. ms */
	later(ms: number): Promise<void>;
	/** To whom the gateway accepted messages, in the order of addresses. */
	reached(): string[];
}

/** Addresses that differ from each other. */
export const customers = (count: number): string[] =>
	Array.from({ length: count }, (_, index) => String(491_700_000_000 + index));

/** A scene whose store is at a place, which closing it removes. */
export async function openCampaignScene(place: StorePlace, options: StageOptions): Promise<CampaignScene> {
	const stage = await openStage({ perSecond: 1_000, ...options, place });
	const { campaigns } = stage.sender;
	const spring: CampaignPlan = {
		id: 'spring',
		channel: stage.sandbox.phoneNumberId,
		template: { name: 'hello', language: 'en_US' },
	};
	return {
		...stage,
		place,
		campaigns,
		spring,
		plan: (recipients, more = {}) =>
			campaigns.plan(
				{ ...spring, ...more },
				recipients.map((one) => (typeof one === 'string' ? { to: one } : one)),
			),
		sendTo(count, tell) {
			const abort = new AbortController();
			let told = 0;
			const onRecipient = (recipient: CampaignRecipient) => {
				told += 1;
				tell?.(recipient);
				if (told >= count) abort.abort();
			};
			return campaigns.sendDue({ signal: abort.signal, onRecipient });
		},
		async counts() {
			const { counts } = await campaigns.report('spring');
			return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
		},
		async recipients() {
			const { recipients } = await campaigns.recipients('spring', { limit: 10_000 });
			return Object.fromEntries(recipients.map((one) => [one.to, one]));
		},
		later: (ms) => stage.sandbox.clock.advance(ms + CLOCK_SHOWS),
		reached: () =>
			stage.sandbox.control
				.sent()
				.map(({ to }) => to)
				.sort(),
		async close() {
			await stage.close();
			await place.remove();
		},
	};
}

/** The same sentences with each database, and a scene of its own for every test. */
export function inEachDatabase(tests: (at: CampaignScene) => void, options: StageOptions = {}): void {
	describe.each(DATABASES)('%s', (_, placeOf) => {
		const at = {} as CampaignScene;
		beforeEach(async () => {
			Object.assign(at, await openCampaignScene(placeOf(), options));
		});
		afterEach(() => at.close());
		tests(at);
	});
}
