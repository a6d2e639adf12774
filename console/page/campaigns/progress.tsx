import type { CampaignRecord } from '../../records';
import { asCount, asShare, settledOf, STATES } from '../words';

/** How far a campaign is: a bar with a part for each state. */
export function Progress({ campaign }: { readonly campaign: CampaignRecord }) {
	const { total, counts } = campaign;
	const settled = settledOf(campaign);
	return (
		<span
			class="progress"
			role="img"
			aria-label={`${asCount(settled)} of ${asCount(total)} are done, ${asShare(settled, total)}`}
		>
			{STATES.filter(([state]) => counts[state] > 0).map(([state]) => (
				<span key={state} data-state={state} style={{ flexGrow: counts[state] }} />
			))}
		</span>
	);
}
