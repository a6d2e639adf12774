import { useState } from 'preact/hooks';
import type { RecipientState } from '../../../engine';
import { asDayAndTime } from '../../../page/times';
import { Icon } from '../../../page/ui/icon';
import type { CampaignDetailRecord } from '../../records';
import { useLive } from '../data';
import { Heading } from '../heading';
import { hrefOf, hrefOfPolicy } from '../route';
import { Trouble } from '../trouble';
import {
	asCount,
	asMoment,
	hasFailed,
	PricesNote,
	progressOf,
	Sentence,
	sentOf,
	STATES,
	titleOfCampaign,
} from '../words';
import { StatePill } from './campaigns';
import { Progress } from './progress';
import { RateChart } from './rate-chart';
import { Reasons } from './reasons';
import { Recipients } from './recipients';
import { Button } from '../../../page/ui/button';

interface CampaignProps {
	readonly channel: string;
	readonly id: string;
}

/** The state that was chosen last, by campaign: whoever comes back from a recipient finds the list as it was. */
const states = new Map<string, RecipientState | undefined>();

/** One campaign: how far it is, how fast, why messages wait or were skipped, and each recipient. */
export function Campaign({ channel, id }: CampaignProps) {
	const { view, trouble } = useLive<CampaignDetailRecord>('campaign', { channel, id });
	const key = `${channel} ${id}`;
	const [state, choose] = useState(states.get(key));
	const setState = (chosen: RecipientState | undefined) => {
		states.set(key, chosen);
		choose(chosen);
	};
	return (
		<div class="scroll">
			<p class="back">
				<a href={hrefOf('campaigns')}>
					<Icon name="back" /> All campaigns
				</a>
			</p>
			<Trouble text={trouble} isLoaded={view !== undefined} />
			{view !== undefined && (
				<div class="campaign">
					<Head campaign={view} chosen={state} onChoose={setState} />
					<RateChart campaign={view} />
					<Reasons campaign={view} />
					<Recipients campaign={view} state={state} onChoose={setState} />
				</div>
			)}
		</div>
	);
}

interface HeadProps {
	readonly campaign: CampaignDetailRecord;
	readonly chosen: RecipientState | undefined;
	readonly onChoose: (state: RecipientState | undefined) => void;
}

function Head({ campaign, chosen, onChoose }: HeadProps) {
	const { counts, total, policy, why } = campaign;
	return (
		<section class="panel-card campaign-head" aria-labelledby="campaign">
			<span class="row-head">
				<Heading id="campaign" class="breakable" isLonely>
					{titleOfCampaign(campaign)}
					<small>
						number {campaign.number} ·{' '}
						<a href={hrefOfPolicy(policy)}>
							policy {policy.name}, version {policy.version}
						</a>
					</small>
				</Heading>
				<StatePill campaign={campaign} />
			</span>
			{why !== undefined && (
				<p class="hint">
					<Sentence text={why} />
				</p>
			)}
			<p class={hasFailed(campaign) ? 'headline failed' : 'headline'}>
				<b>{progressOf(campaign)}</b> · {asCount(sentOf(campaign))} of {asCount(total)} sent
			</p>
			<Progress campaign={campaign} />
			<div class="states" role="group" aria-label="Recipients by state">
				{STATES.filter(([state]) => counts[state] > 0).map(([state, title]) => (
					<Button
						key={state}
						data-state={state}
						aria-pressed={chosen === state}
						onClick={() => onChoose(chosen === state ? undefined : state)}
					>
						<span class="swatch" /> {title} <b>{asCount(counts[state])}</b>
					</Button>
				))}
			</div>
			<Facts campaign={campaign} />
			<Controls campaign={campaign} />
		</section>
	);
}

/** What n8n's list calls the operations that change a campaign in a state. */
const OPERATIONS: Readonly<Partial<Record<CampaignDetailRecord['state'], string>>> = {
	running: 'To pause or cancel this campaign, use “Pause a campaign” or “Cancel a campaign”',
	waiting: 'To pause or cancel this campaign, use “Pause a campaign” or “Cancel a campaign”',
	paused: 'To continue or cancel this campaign, use “Resume a campaign” or “Cancel a campaign”',
};

/** The console only reads: how to change the campaign in n8n. */
function Controls({ campaign }: { readonly campaign: CampaignDetailRecord }) {
	const { kept, state, id, retryHelps } = campaign;
	const how = kept ? undefined : OPERATIONS[state];
	return (
		<>
			{retryHelps && !kept && (
				<p class="hint">
					Some failed for a reason that can pass. To send to all who failed again, use “Retry recipients of a
					campaign” of the node Business Messaging Campaign in n8n, or{' '}
					<code>business-messaging campaign retry {id}</code>.
				</p>
			)}
			{how !== undefined && <p class="hint">{how} of the node Business Messaging Campaign in n8n.</p>}
		</>
	);
}

/** When Send Due asks the rules again. It may be late, or not run at all. */
const askedAgain = (heldUntil: number, now: number): readonly [title: string, value: string] =>
	heldUntil > now
		? ['Asks the rules again', asMoment(heldUntil, now)]
		: ['Due since', `${asMoment(heldUntil, now)}, waits for Send Due`];

/** How fast it goes, when it ends, and what it costs. */
function Facts({ campaign }: { readonly campaign: CampaignDetailRecord }) {
	const {
		at,
		rate,
		perSecond,
		speed,
		endsAt,
		endAt,
		startAt,
		startedAt,
		lastSentAt,
		heldUntil,
		haltedUntil,
		haltedWhy,
		state,
	} = campaign;
	const facts: Array<readonly [title: string, value: string]> = [
		['Rate now', `${asCount(rate)} of ${asCount(Math.round(perSecond * speed * 10) / 10)}/s`],
		...(endsAt === undefined ? [] : [['Done at about', asMoment(endsAt, at)] as const]),
		...(startAt !== undefined && startAt > at ? [['Starts', asDayAndTime(startAt)] as const] : []),
		...(startedAt === undefined ? [] : [['First message', asMoment(startedAt, at)] as const]),
		...(lastSentAt === undefined ? [] : [['Last message', asMoment(lastSentAt, at)] as const]),
		...(heldUntil === undefined || state === 'paused' ? [] : [askedAgain(heldUntil, at)]),
		...(endAt === undefined ? [] : [['Sends nothing after', asDayAndTime(endAt)] as const]),
		...(campaign.spent === undefined ? [] : [['Spent', campaign.spent] as const]),
		...(campaign.budget === undefined ? [] : [['Budget', campaign.budget] as const]),
	];
	return (
		<>
			<dl class="facts">
				{facts.map(([title, value]) => (
					<div key={title}>
						<dt>{title}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
			{campaign.spent !== undefined && <PricesNote />}
			{haltedUntil !== undefined && (
				<p class="trouble">
					The number sends nothing until {asMoment(haltedUntil, at)}. <Sentence text={haltedWhy ?? ''} />
				</p>
			)}
		</>
	);
}
