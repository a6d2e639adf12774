import { asDayAndTime } from '../../../page/times';
import { LongList } from '../../../page/ui/long-list';
import type { CampaignRecord, PageOf } from '../../records';
import { useLive, usePages } from '../data';
import { Heading } from '../heading';
import { hrefOf } from '../route';
import { Trouble } from '../trouble';
import { openFrom } from '../way-back';
import { asCount, asMoment, hasFailed, progressOf, sentOf, titleOfCampaign } from '../words';
import { Progress } from './progress';
import { Button } from '../../../page/ui/button';

const keyOf = ({ channel, id }: CampaignRecord) => `${channel} ${id}`;

/** All campaigns, the newest plan first. Those of the first page follow the store. */
export function Campaigns() {
	const { view, trouble } = useLive<PageOf<CampaignRecord>>('campaigns');
	const known = usePages<CampaignRecord>('campaigns', {});
	const live = new Map(view?.rows.map((row) => [keyOf(row), row]));
	const loaded = known.rows.map((row) => live.get(keyOf(row)) ?? row);
	const isKnown = new Set(loaded.map(keyOf));
	const rows = [...(view?.rows ?? []).filter((row) => !isKnown.has(keyOf(row))), ...loaded];
	return (
		<section class="whole campaigns" aria-labelledby="campaigns">
			<Heading id="campaigns">Campaigns</Heading>
			<Trouble text={trouble ?? known.trouble} isLoaded={known.isLoaded} />
			{known.isLoaded && rows.length === 0 ? (
				<p class="empty">No campaign was planned yet.</p>
			) : (
				<LongList
					label="Campaigns"
					items={rows}
					keyOf={keyOf}
					rowHeight={96}
					chosen={undefined}
					onEnd={known.loadMore}
				>
					{(campaign, tabIndex) => (
						<Button
							class="campaign-row"
							tabIndex={tabIndex}
							data-opens={hrefOf('campaigns', campaign.channel, campaign.id)}
							onClick={({ currentTarget }) =>
								openFrom(currentTarget, hrefOf('campaigns', campaign.channel, campaign.id))
							}
						>
							<Row campaign={campaign} />
						</Button>
					)}
				</LongList>
			)}
		</section>
	);
}

/** Where a campaign stands, in a few words. */
function standing(campaign: CampaignRecord): string {
	const { total, counts, rate, endsAt, plannedAt } = campaign;
	const parts = [
		progressOf(campaign),
		`${asCount(sentOf(campaign))} of ${asCount(total)} sent`,
		...(counts.held > 0 ? [`${asCount(counts.held)} held`] : []),
		...(counts.skipped > 0 ? [`${asCount(counts.skipped)} skipped`] : []),
		...(counts.failed > 0 && !hasFailed(campaign) ? [`${asCount(counts.failed)} failed`] : []),
		...(rate > 0 ? [`${asCount(rate)}/s`] : []),
		...(endsAt === undefined ? [] : [`done at about ${asMoment(endsAt, plannedAt)}`]),
	];
	return parts.join(' · ');
}

function Row({ campaign }: { readonly campaign: CampaignRecord }) {
	return (
		<>
			<span class="row-head">
				<strong>{titleOfCampaign(campaign)}</strong>
				<StatePill campaign={campaign} />
			</span>
			<Progress campaign={campaign} />
			<span class="row-foot">
				<span>{standing(campaign)}</span>
				<span class="wide-only">
					planned {asDayAndTime(campaign.plannedAt)} · number {campaign.number}
				</span>
			</span>
		</>
	);
}

/** The state of a campaign as people see it. */
export function StatePill({ campaign }: { readonly campaign: CampaignRecord }) {
	return (
		<span class="pill" data-campaign={hasFailed(campaign) ? 'failed' : campaign.state}>
			{hasFailed(campaign) ? 'failed' : campaign.state}
		</span>
	);
}
