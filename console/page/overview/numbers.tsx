import type { NumberRecord } from '../../records';
import { asCount, asMoment } from '../words';

/** What the platform reports only when it changes. */
const NOT_REPORTED = <span class="unknown">not reported yet</span>;

/** How fast a number sends now. */
function Rate({ record, at }: { readonly record: NumberRecord; readonly at: number }) {
	const { perSecond, speed, haltedUntil } = record;
	if (haltedUntil !== undefined)
		return <span class="chip bad">halted until {asMoment(haltedUntil, at)}</span>;
	if (speed < 1) {
		return (
			<span class="chip warning">
				{asCount(Math.round(perSecond * speed))} of {asCount(perSecond)}/s
			</span>
		);
	}
	return <>{asCount(perSecond)}/s</>;
}

/** Each number of the business. */
export function Numbers({ numbers, at }: { readonly numbers: readonly NumberRecord[]; readonly at: number }) {
	return (
		<section class="panel-card numbers" aria-labelledby="numbers">
			<h2 id="numbers">Numbers</h2>
			{numbers.length === 0 ? (
				<p class="empty">The store knows no number yet: nothing was received or sent.</p>
			) : (
				<div class="wide-table" tabIndex={0} role="group" aria-labelledby="numbers">
					<table class="figures">
						<thead>
							<tr>
								<th scope="col">Number</th>
								<th scope="col">Rate</th>
								<th scope="col">Open windows</th>
								<th scope="col">Quality</th>
								<th scope="col">Messaging limit</th>
								<th scope="col">Spent today</th>
							</tr>
						</thead>
						<tbody>
							{numbers.map((record) => (
								<tr key={record.channel}>
									<th scope="row">
										{record.number}
										{record.number !== record.channel && <small>{record.channel}</small>}
									</th>
									<td>
										<Rate record={record} at={at} />
									</td>
									<td>
										{asCount(record.windows.count)}
										{record.windows.most && ' or more'}
									</td>
									<td>{record.quality?.toLowerCase() ?? NOT_REPORTED}</td>
									<td>{record.limit ?? NOT_REPORTED}</td>
									<td>{record.spent ?? <span class="unknown">no prices set</span>}</td>
								</tr>
							))}
						</tbody>
					</table>
				</div>
			)}
		</section>
	);
}
