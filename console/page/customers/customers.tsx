import { useEffect, useRef, useState } from 'preact/hooks';
import { asTimeOrDay } from '../../../page/times';
import { Icon } from '../../../page/ui/icon';
import { LongList } from '../../../page/ui/long-list';
import { isCustomerList, type CustomerList, type CustomerRecord } from '../../records';
import { usePages } from '../data';
import { Heading } from '../heading';
import { goTo, hrefInList } from '../route';
import { useStill } from '../still';
import { Trouble } from '../trouble';
import { LISTS } from '../words';
import { openFrom } from '../way-back';
import { Timeline } from './timeline';
import { Button } from '../../../page/ui/button';

/** A customer can be found under several names. */
const keyOf = ({ customer, name }: CustomerRecord) => `${customer} ${name}`;

interface CustomersProps {
	/** The list; everybody if left out. */
	readonly list?: CustomerList;
	readonly chosen: string | undefined;
}

/** Customers on the left, and what happened with the chosen one on the right. */
export function Customers({ list, chosen }: CustomersProps) {
	const [search, setSearch] = useState('');
	const asked = useStill(search);
	const {
		rows,
		isLoaded,
		trouble,
		now = Date.now(),
		loadMore,
	} = usePages<CustomerRecord>(
		list === undefined ? 'customers' : 'whom',
		list === undefined ? { search: asked } : { list },
	);
	const unique = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
	const isOneNumber = new Set(unique.map(({ channel }) => channel)).size <= 1;
	// Enter opens who is found first, and the arrow key leads there, also if they aren't found yet.
	const [wanted, setWanted] = useState<{ search: string; key: 'Enter' | 'ArrowDown' }>();
	const searched = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (wanted?.search !== asked || !isLoaded) return;
		setWanted(undefined);
		const [first] = unique;
		if (!first) return;
		const field = searched.current!;
		if (wanted.key === 'Enter') openFrom(field, hrefInList(list, first.customer), hrefInList(list));
		else field.closest('section')!.querySelector<HTMLElement>('.recipient-row[tabindex="0"]')!.focus();
	});
	const current = unique.find(({ customer }) => customer === chosen);
	return (
		<div class="customers" data-open={chosen !== undefined}>
			<section class="whole customer-list" aria-labelledby="customers">
				<Heading id="customers" isPassed={chosen !== undefined}>
					Customers
				</Heading>
				<label>
					<span class="visually-hidden">Show</span>
					<select
						value={list ?? ''}
						onChange={({ currentTarget: { value } }) =>
							goTo(hrefInList(isCustomerList(value) ? value : undefined))
						}
					>
						<option value="">Everybody</option>
						{Object.entries(LISTS).map(([each, [title]]) => (
							<option key={each} value={each}>
								{title}
							</option>
						))}
					</select>
				</label>
				{list === undefined && (
					<label>
						<span class="visually-hidden">Search by name, phone number, user ID, or group ID</span>
						<input
							ref={searched}
							type="search"
							placeholder="Name, phone number, or ID"
							value={search}
							onInput={({ currentTarget }) => {
								setSearch(currentTarget.value);
								setWanted(undefined);
								// Beside a list of others, a customer would be taken for one of them.
								if (chosen !== undefined) goTo(hrefInList(list));
							}}
							onKeyDown={(event) => {
								const { key } = event;
								if (key !== 'Enter' && key !== 'ArrowDown') return;
								event.preventDefault();
								setWanted({ search, key });
							}}
						/>
					</label>
				)}
				{list === undefined && asked !== '' && (
					<p class="hint">A last name, or 3 digits at the end of a number, find recent customers.</p>
				)}
				<Trouble text={trouble} isLoaded={isLoaded} />
				{isLoaded && unique.length === 0 ? (
					<p class="empty">
						<Nobody list={list} isSearch={asked.trim() !== ''} />
					</p>
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
							<Button
								class="recipient-row"
								tabIndex={tabIndex}
								aria-current={row.customer === chosen ? 'true' : undefined}
								data-opens={hrefInList(list, row.customer)}
								onClick={({ currentTarget }) =>
									openFrom(currentTarget, hrefInList(list, row.customer), hrefInList(list))
								}
							>
								<span class="row-words">
									<span class="row-line">
										<strong>
											<Marked text={row.profile ?? row.name} search={asked} />
										</strong>{' '}
										{row.at !== undefined && (
											<small>
												{happenedIn(list)} {asTimeOrDay(row.at, now)}
											</small>
										)}
									</span>{' '}
									<small>
										{row.profile !== undefined && (
											<>
												<Marked text={row.name} search={asked} />
												{detailsOf(row, isOneNumber) !== '' && ' · '}
											</>
										)}
										{detailsOf(row, isOneNumber)}
									</small>
								</span>
							</Button>
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
				<Timeline key={chosen} customer={chosen} list={list} />
			)}
		</div>
	);
}

/** A row's name or number, in which what was searched for is marked. */
function Marked({ text, search }: { readonly text: string; readonly search: string }) {
	const digits = search.replace(/\D/g, '').replace(/^0+(?=\d{6})/, '');
	const isNumber = /^[+•\d\s]+$/.test(text);
	const wanted = isNumber ? digits : search.trim().toLowerCase();
	const isAtEnd = isNumber && text.endsWith(wanted);
	const at = isAtEnd ? text.length - wanted.length : text.toLowerCase().indexOf(wanted);
	if (wanted === '' || at < 0) return <>{text}</>;
	const end = at + wanted.length;
	return (
		<>
			{text.slice(0, at)}
			<mark>{text.slice(at, end)}</mark>
			{text.slice(end)}
		</>
	);
}

/** What happened at the time of a row. */
const happenedIn = (list: CustomerList | undefined) => (list === undefined ? 'wrote' : LISTS[list][1]);

/** What a row says below the name. The business's number is told if there are several. */
function detailsOf({ rule, words, channel, number = channel }: CustomerRecord, isOneNumber: boolean): string {
	const what = words ?? rule?.replaceAll('-', ' ');
	const parts = [...(isOneNumber ? [] : [`number ${number}`]), ...(what === undefined ? [] : [what])];
	return parts.join(' · ');
}

interface NobodyProps {
	readonly list: CustomerList | undefined;
	readonly isSearch: boolean;
}

function Nobody({ list, isSearch }: NobodyProps) {
	if (list === 'called') return <>Nobody waits for a person.</>;
	if (list === 'unanswered')
		return <>Nobody who wrote in the last 3 days has waited for more than 5 minutes.</>;
	if (list !== undefined) return <>Nobody in the last 24 hours.</>;
	if (!isSearch) return <>No customer has written yet.</>;
	return <NobodyFound />;
}

const NobodyFound = () => (
	<>
		Nobody was found. Enter the beginning of a name, or of a phone number with its country code, such as
		+4915. A last name, and 3 or more digits at the end of a number, find only recent customers: the 2,000 who
		wrote last, and those of the last 2,000 decisions. If phone numbers are masked, enter the whole number, or
		its last 3 digits.
	</>
);
