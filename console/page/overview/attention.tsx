import { Icon } from '../../../page/ui/icon';
import type { AttentionRecord } from '../../records';
import { hrefInList, hrefOf } from '../route';
import { asCount, Sentence } from '../words';

/** What needs a person. */
export function Attention({ found }: { readonly found: readonly AttentionRecord[] }) {
	return (
		<section class="panel-card attention" aria-labelledby="attention">
			<h2 id="attention">Needs a person</h2>
			{found.length === 0 ? (
				<p class="all-well">
					<Icon name="go" /> Nothing needs you right now. Whoever wrote more than 3 days ago isn’t looked at.
				</p>
			) : (
				<ul tabIndex={0} aria-labelledby="attention">
					{found.map(({ severity, sentence, campaign, page, customers = [], others }) => (
						<li key={sentence} data-severity={severity}>
							<Icon name={severity === 'bad' ? 'stop' : 'help'} />
							<p class="breakable">
								<Sentence text={sentence} />{' '}
								{campaign && (
									<a href={hrefOf('campaigns', campaign.channel, campaign.id)}>Open the campaign</a>
								)}
								{page && <a href={hrefOf(page)}>See all templates</a>}
								{customers.map(({ customer, profile, name }, index) => (
									<span key={customer}>
										{index > 0 && ', '}
										<a href={hrefOf('customers', customer)}>{profile ?? name}</a>
									</span>
								))}
								{others && (
									<>
										{', and '}
										<a href={hrefInList(others.list)}>
											{asCount(others.count)}{' '}
											{others.atLeast ? 'or more others' : others.count === 1 ? 'other' : 'others'}
										</a>
									</>
								)}
							</p>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
