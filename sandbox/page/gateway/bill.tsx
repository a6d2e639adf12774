import type { BillRecord } from '../../simulator/records';
import { asMonth } from '../../../page/times';
import { useWorld } from '../state/use-world';

type Line = BillRecord['lines'][number];

/** What the platform charges this month. */
export function Bill() {
	const { bill } = useWorld();
	if (bill === undefined) return null;
	const { freeLeft, freeService, lines, month, timeZone, total } = bill;
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
					<Lines bill={bill} />
				)}
				{total.unpriced > 0 && (
					<p class="hint">
						The sandbox has no prices. A program can set them with its setting <code>prices</code>. To see
						what messages cost in n8n and in the console, set prices there with <b>Set what messages cost</b>.
					</p>
				)}
			</div>
		</>
	);
}

function Lines({ bill: { lines, total } }: { readonly bill: BillRecord }) {
	const sums = Object.entries(total.costs).map(([currency, cost]) => asMoney(cost, currency));
	return (
		<table class="figures">
			<thead>
				<tr>
					<th scope="col">Category</th>
					<th scope="col">Messages</th>
					<th scope="col">Cost</th>
				</tr>
			</thead>
			<tbody>
				{byCategoryAndType(lines).map((line) => (
					<tr key={kindOf(line)}>
						<th scope="row">
							{categoryTitle(line.category)} <small>{typeTitle(line)}</small>
						</th>
						<td>{new Intl.NumberFormat().format(line.units)}</td>
						<td>{costOf(line)}</td>
					</tr>
				))}
			</tbody>
			{sums.length > 0 && (
				<tfoot>
					<tr>
						<th scope="row">{total.unpriced > 0 ? 'Sum of what has a price' : 'Sum'}</th>
						<td>{new Intl.NumberFormat().format(total.units - total.unpriced)}</td>
						<td>{sums.join(' + ')}</td>
					</tr>
				</tfoot>
			)}
		</table>
	);
}

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
