import { marketTitle } from '../../billing/market-title';
import { totalOf } from '../../billing/totals';
import type { BillRecord } from '../../simulator/records';
import { asMonth } from '../../../page/times';
import { useWorld } from '../state/use-world';
import { CopyButton } from '../ui/controls';
import { Prices } from './prices';

type Line = BillRecord['lines'][number];

/** What the platform charges this month. */
export function Bill() {
	const { bill } = useWorld();
	if (bill === undefined) return null;
	const { csv, freeLeft, freeService, lines, month, prices, timeZone, total } = bill;
	const count = new Intl.NumberFormat().format;
	return (
		<>
			<p class="lead">
				The platform charges for each message that was delivered, and in groups for each recipient. Months are
				those of the account’s time zone, <b>{timeZone}</b>.
			</p>
			<div class="card">
				<h3>{asMonth(month)}</h3>
				<p>
					{count(freeLeft)} of {count(freeService)} free service messages are left.
				</p>
				{lines.length === 0 ? (
					<p class="empty">No message was delivered this month.</p>
				) : (
					<>
						<Lines bill={bill} />
						<ByMarket lines={lines} />
						<span class="buttons">
							<CopyButton text={csv}>Copy as CSV</CopyButton>
						</span>
						<p class="hint">
							The CSV has a line for each day. In n8n, <b>Reconcile the bill</b> takes it.
						</p>
					</>
				)}
				{total.unpriced > 0 && (
					<p class="hint">No price was set for some of the messages when they were delivered.</p>
				)}
			</div>
			<Prices prices={prices} />
		</>
	);
}

function Lines({ bill: { lines, total } }: { readonly bill: BillRecord }) {
	const sums = sumsOf(total);
	return (
		<table class="figures">
			<Head />
			<tbody>
				<Rows lines={byCategoryAndType(lines)} />
			</tbody>
			{sums !== '' && (
				<tfoot>
					<tr>
						<th scope="row">{total.unpriced > 0 ? 'Sum of what has a price' : 'Sum'}</th>
						<td>{new Intl.NumberFormat().format(total.units - total.unpriced)}</td>
						<td>{sums}</td>
					</tr>
				</tfoot>
			)}
		</table>
	);
}

/** The same of each market, if there are several. */
function ByMarket({ lines }: { readonly lines: readonly Line[] }) {
	const markets = [...new Set(lines.map(({ market }) => market))];
	if (markets.length < 2) return null;
	return (
		<details>
			<summary>By market</summary>
			<table class="figures">
				<Head />
				{markets.map((market) => (
					<Market
						key={market}
						title={marketTitle(market)}
						lines={lines.filter((one) => one.market === market)}
					/>
				))}
			</table>
		</details>
	);
}

/** A market's sum, and its lines. */
function Market({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
	const count = new Intl.NumberFormat().format;
	const total = totalOf(lines);
	const { units, unpriced } = total;
	return (
		<tbody>
			<tr class="group">
				<th scope="rowgroup">{title}</th>
				<td>{count(units)}</td>
				<td>
					{sumsOf(total) || (unpriced > 0 ? 'no price' : '0')}
					{unpriced > 0 && unpriced < units && <small>+ {count(unpriced)} without a price</small>}
				</td>
			</tr>
			<Rows lines={byCategoryAndType(lines)} />
		</tbody>
	);
}

const Head = () => (
	<thead>
		<tr>
			<th scope="col">Category</th>
			<th scope="col">Messages</th>
			<th scope="col">Cost</th>
		</tr>
	</thead>
);

const Rows = ({ lines }: { readonly lines: readonly Line[] }) => (
	<>
		{lines.map((line) => (
			<tr key={kindOf(line)}>
				<th scope="row">
					{categoryTitle(line.category)} <small>{typeTitle(line)}</small>
				</th>
				<td>{new Intl.NumberFormat().format(line.units)}</td>
				<td>{costOf(line)}</td>
			</tr>
		))}
	</>
);

const sumsOf = ({ costs }: BillRecord['total']) =>
	Object.entries(costs)
		.map(([currency, cost]) => asMoney(cost, currency))
		.join(' + ');

const kindOf = ({ category, type, subtype, tier, currency, cost }: Line) =>
	[category, type, subtype, tier, currency, cost === null].join(' ');

/** The lines of all markets together. */
function byCategoryAndType(lines: readonly Line[]): Line[] {
	const together = new Map<string, Line>();
	for (const line of lines) {
		const { units = 0, cost = 0 } = together.get(kindOf(line)) ?? {};
		const sum = cost === null || line.cost === null ? null : cost + line.cost;
		together.set(kindOf(line), { ...line, units: units + line.units, cost: sum });
	}
	return [...together.values()];
}

const CATEGORIES: Readonly<Record<string, string>> = {
	service: 'Service',
	utility: 'Utility',
	marketing: 'Marketing',
	authentication: 'Authentication',
	'authentication-international': 'Authentication, international',
	referral_conversion: 'From an ad',
};

const GROUP = 'group_';

function categoryTitle(category: string): string {
	if (category.startsWith(GROUP)) return `${categoryTitle(category.slice(GROUP.length))}, in groups`;
	return CATEGORIES[category] ?? category;
}

function typeTitle({ type, subtype, tier }: Line): string {
	if (type !== 'regular') return 'free';
	if (subtype !== undefined) return 'exempt';
	return tier === undefined ? 'charged' : `charged, ${tierTitle(tier)}`;
}

/** Which messages of a month are in a tier, such as `25001:100000`. */
function tierTitle(tier: string): string {
	const count = new Intl.NumberFormat().format;
	const [first, last] = tier.split(':').map(Number) as [number, number];
	if (first === 0) return `up to ${count(last)} a month`;
	return Number.isNaN(last) ? `from ${count(first)} on` : `${count(first)} to ${count(last)}`;
}

function costOf({ cost, currency }: Line): string {
	if (cost === null) return 'no price';
	return currency === null ? '0' : asMoney(cost, currency);
}

/** An amount in millionths, such as `€0.1131`. */
function asMoney(millionths: number, currency: string): string {
	const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
	const format = new Intl.NumberFormat([], { style: 'currency', currency, ...digits });
	return format.format(millionths / 1_000_000);
}
