import type { NumberRecord } from '../../records';
import { asCount, PricesNote } from '../words';

const NOT_KNOWN = <span class="unknown">not known</span>;

/** What the messages of this month cost, number by number, by category and market. */
export function Month({ numbers }: { readonly numbers: readonly NumberRecord[] }) {
	const priced = numbers.flatMap(({ channel, number, month }) => (month ? [{ channel, number, month }] : []));
	if (numbers.length === 0) return null;
	if (priced.length === 0) {
		return (
			<section class="panel-card month" aria-labelledby="month">
				<h2 id="month">Spent this month</h2>
				<p class="empty">
					No prices are set, so it isn’t known what messages cost. In n8n, set them with{' '}
					<b>Business Messaging</b>, Resource <b>Money</b>, Operation <b>Set Prices</b>.
				</p>
			</section>
		);
	}
	return (
		<section class="panel-card month" aria-labelledby="month">
			<h2 id="month">Spent this month</h2>
			{priced.map(({ channel, number, month }) => (
				<div key={channel} class="wide-table" tabIndex={0} role="group" aria-labelledby="month">
					<table class="figures">
						<thead>
							<tr>
								<th scope="col">{priced.length > 1 ? `Category, of ${number}` : 'Category'}</th>
								<th scope="col">Market</th>
								<th scope="col">Spent</th>
								<th scope="col">Charged</th>
								<th scope="col">Free</th>
							</tr>
						</thead>
						<tbody>
							{month.rows.map(({ category, market, charged, free, spent }) => (
								<tr key={`${category} ${market}`}>
									<th scope="row">{category === '' ? NOT_KNOWN : category}</th>
									<td>{market === '' ? NOT_KNOWN : market}</td>
									<td>{spent}</td>
									<td>{asCount(charged)}</td>
									<td>{asCount(free)}</td>
								</tr>
							))}
							<tr>
								<th scope="row">All</th>
								<td />
								<td>
									<b>{month.total}</b>
								</td>
								<td>{asCount(month.rows.reduce((sum, row) => sum + row.charged, 0))}</td>
								<td>{asCount(month.rows.reduce((sum, row) => sum + row.free, 0))}</td>
							</tr>
						</tbody>
					</table>
				</div>
			))}
			<PricesNote />
		</section>
	);
}
