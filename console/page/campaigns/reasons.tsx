import type { CampaignDetailRecord } from '../../records';
import { hrefOfPolicy } from '../route';
import { asCount, Sentence, titleOfState } from '../words';

/** Why messages are held, skipped, failed, or unconfirmed, each as a bar. */
export function Reasons({ campaign }: { readonly campaign: CampaignDetailRecord }) {
	const { reasons, sampled, policy } = campaign;
	const most = Math.max(1, ...reasons.map(({ count }) => count));
	return (
		<section class="panel-card reasons" aria-labelledby="reasons">
			<h2 id="reasons">Why {sampled && <small>estimated from 10,000 messages of each state</small>}</h2>
			{reasons.length === 0 ? (
				<p class="empty">Nothing is held, skipped, failed, or unconfirmed.</p>
			) : (
				<>
					<ul>
						{reasons.map(({ state, rule, isOfPolicy, reason, count }) => (
							<li key={`${state} ${rule} ${reason}`} data-state={state}>
								<p>
									<b>
										{sampled && state !== 'planned' && 'about '}
										{asCount(count)}
									</b>{' '}
									{titleOfState(state).toLowerCase()}
									{rule !== '' && (
										<>
											{' by '}
											{isOfPolicy ? (
												<a href={hrefOfPolicy(policy, rule)}>
													<code>{rule}</code>
												</a>
											) : (
												<code>{rule}</code>
											)}
										</>
									)}
								</p>
								<span class="reason-bar" aria-hidden="true">
									<span style={{ width: `${(count / most) * 100}%` }} />
								</span>
								<p class="hint breakable">
									<Sentence text={reason} />
								</p>
							</li>
						))}
					</ul>
					<p class="hint">
						To see what another policy would have decided, use “Replay past decisions with a policy” of the
						node Business Messaging in n8n.
					</p>
				</>
			)}
		</section>
	);
}
