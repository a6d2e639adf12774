import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../../../page/ui/icon';
import { LongList } from '../../../page/ui/long-list';
import type { CustomerRecord } from '../../records';
import { usePages } from '../data';
import { goTo, hrefOf } from '../route';
import { Trouble } from '../trouble';
import { asMoment } from '../words';
import { Timeline } from './timeline';

/** Nothing is asked before the person stops typing for so long. ms */
const STILL = 200;

/** A customer can be found under several names. */
const keyOf = ({ customer, name }: CustomerRecord) => `${customer} ${name}`;

/** What a person typed, once they stop. */
function useStill(text: string): string {
	const [still, setStill] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setStill(text), STILL);
		return () => clearTimeout(timer);
	}, [text]);
	return still;
}

/** Customers on the left, and what happened with the chosen one on the right. */
export function Customers({ chosen }: { readonly chosen: string | undefined }) {
	const [search, setSearch] = useState('');
	const asked = useStill(search);
	const { rows, isLoaded, trouble, loadMore } = usePages<CustomerRecord>('customers', { search: asked });
	const unique = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
	const isOneNumber = new Set(unique.map(({ channel }) => channel)).size <= 1;
	const current = unique.find(({ customer }) => customer === chosen);
	return (
		<div class="customers" data-open={chosen !== undefined}>
			<section class="whole customer-list" aria-labelledby="customers">
				<h2 id="customers">Customers</h2>
				<label>
					<span class="visually-hidden">Search by name, phone number, user ID, or group ID</span>
					<input
						type="search"
						placeholder="Name, phone number, or ID"
						value={search}
						onInput={({ currentTarget }) => setSearch(currentTarget.value)}
					/>
				</label>
				<Trouble text={trouble} isLoaded={isLoaded} />
				{isLoaded && unique.length === 0 ? (
					<p class="empty">{asked.trim() === '' ? 'No customer has written yet.' : <NobodyFound />}</p>
				) : (
					<LongList
						label="Customers"
						items={unique}
						keyOf={keyOf}
						rowHeight={60}
						chosen={current && keyOf(current)}
						onEnd={loadMore}
					>
						{(row, tabIndex) => (
							<button
								type="button"
								class="recipient-row"
								tabIndex={tabIndex}
								aria-current={row.customer === chosen ? 'true' : undefined}
								onClick={() => goTo(hrefOf('customers', row.customer))}
							>
								<span class="row-words">
									<strong>{row.profile ?? row.name}</strong>
									<small>{detailsOf(row, isOneNumber)}</small>
								</span>
							</button>
						)}
					</LongList>
				)}
			</section>
			{chosen === undefined ? (
				<section class="whole nobody" aria-label="Timeline">
					<Icon name="list" />
					<p>Choose a customer to see what happened, and why.</p>
				</section>
			) : (
				<Timeline key={chosen} customer={chosen} />
			)}
		</div>
	);
}

/** What a row says below the name. The business's number is told if there are several. */
function detailsOf({ profile, name, at, channel }: CustomerRecord, isOneNumber: boolean): string {
	const parts = [
		...(profile === undefined ? [] : [name]),
		...(at === undefined ? [] : [`wrote ${asMoment(at, Date.now())}`]),
		...(at === undefined && !isOneNumber ? [`number ${channel}`] : []),
	];
	return parts.join(', ');
}

const NobodyFound = () => (
	<>
		Nobody was found. Names are found by their beginning, and phone numbers, too, with the country code, such
		as +4915. Where phone numbers are masked, enter the whole number.
	</>
);
