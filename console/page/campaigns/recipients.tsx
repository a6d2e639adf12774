import { useState } from 'preact/hooks';
import type { RecipientState } from '../../../engine';
import { LongList } from '../../../page/ui/long-list';
import type { CampaignDetailRecord, RecipientRecord } from '../../records';
import { usePages } from '../data';
import { hrefOf } from '../route';
import { useStill } from '../still';
import { Trouble } from '../trouble';
import { openFrom } from '../way-back';
import { asCount, asMoment, Sentence, STATES, titleOfState } from '../words';
import { Button } from '../../../page/ui/button';

interface RecipientsProps {
	readonly campaign: CampaignDetailRecord;
	readonly state: RecipientState | undefined;
	readonly onChoose: (state: RecipientState | undefined) => void;
}

/** Each recipient, of one state or of all. The list is loaded again when the counts change. */
export function Recipients({ campaign, state, onChoose }: RecipientsProps) {
	const { channel, id, counts, total, at } = campaign;
	const [search, setSearch] = useState('');
	const asked = useStill(search).trim();
	const { rows, isLoaded, isWhole, trouble, loadMore } = usePages<RecipientRecord>(
		'recipients',
		{ channel, id, state, ...(asked !== '' && { search: asked }) },
		JSON.stringify(counts),
	);
	return (
		<section class="panel-card recipients" aria-labelledby="recipients">
			<span class="row-head">
				<h2 id="recipients">
					Recipients <small>{asCount(state === undefined ? total : counts[state])}</small>
				</h2>
				<label>
					<span class="visually-hidden">State</span>
					<select
						value={state ?? ''}
						onChange={({ currentTarget: { value } }) =>
							onChoose(value === '' ? undefined : (value as RecipientState))
						}
					>
						<option value="">All states</option>
						{STATES.map(([each, title]) => (
							<option key={each} value={each}>
								{title}
							</option>
						))}
					</select>
				</label>
			</span>
			<label>
				<span class="visually-hidden">Search recipients by name or number</span>
				<input
					type="search"
					placeholder="Name, or digits of the number"
					value={search}
					onInput={({ currentTarget }) => setSearch(currentTarget.value)}
				/>
			</label>
			<Trouble text={trouble} isLoaded={isLoaded} />
			{isLoaded && rows.length === 0 ? (
				<p class="empty">
					{asked === '' ? 'Nobody is in this state.' : 'Nobody of that name or number was found.'}
					{!isWhole && (
						<>
							{' '}
							There are more recipients. <Button onClick={loadMore}>Search the next ones</Button>
						</>
					)}
				</p>
			) : (
				<LongList
					label="Recipients"
					items={rows}
					keyOf={({ customer }) => customer}
					rowHeight={60}
					chosen={undefined}
					onEnd={loadMore}
				>
					{(recipient, tabIndex) => (
						<Button
							class="recipient-row"
							tabIndex={tabIndex}
							data-opens={hrefOf('customers', recipient.customer)}
							onClick={({ currentTarget }) =>
								openFrom(currentTarget, hrefOf('customers', recipient.customer))
							}
						>
							<Row recipient={recipient} now={at} />
						</Button>
					)}
				</LongList>
			)}
		</section>
	);
}

function Row({ recipient, now }: { readonly recipient: RecipientRecord; readonly now: number }) {
	const { name, profile, state, reason, at, due } = recipient;
	const when = at ?? due;
	return (
		<>
			<span class="row-words">
				<strong>{profile ?? name}</strong>
				<small>
					{profile !== undefined && <>{name} </>}
					<Sentence text={reason ?? ''} />
				</small>
			</span>
			<span class="row-side">
				<span class="state-chip" data-state={state}>
					<span class="swatch" /> {titleOfState(state)}
				</span>
				{when !== undefined && <small>{asMoment(when, now)}</small>}
			</span>
		</>
	);
}
