import { asDayAndTime, asExactTime } from '../../../page/times';
import type { CampaignDetailRecord } from '../../records';
import { topOf } from '../overview/day';
import { asCount } from '../words';

const HEIGHT = 120;
/** Few bars look like bars, and not like walls. */
const FEWEST = 24;

const UNITS: ReadonlyArray<readonly [ms: number, one: string, many: string]> = [
	[86_400_000, 'day', 'days'],
	[3_600_000, 'hour', 'hours'],
	[60_000, 'minute', 'minutes'],
	[1_000, 'second', 'seconds'],
];

/** `5 minutes`, `minute` */
function asSpan(ms: number): string {
	const [unit, one, many] = UNITS.find(([size]) => ms >= size && ms % size === 0) ?? UNITS.at(-1)!;
	return ms === unit ? one : `${ms / unit} ${many}`;
}

/** How many messages were submitted over time. */
export function RateChart({ campaign }: { readonly campaign: CampaignDetailRecord }) {
	const { times, sampled } = campaign;
	if (times === undefined) return null;
	const { from, step, counts } = times;
	const most = Math.max(...counts);
	const top = topOf(most);
	const places = Math.max(FEWEST, counts.length);
	const timeOf = step < 60_000 ? asExactTime : asDayAndTime;
	const about = sampled ? 'about ' : '';
	const label = `Messages in each ${asSpan(step)}, ${about}${asCount(most)} at most`;
	return (
		<section class="panel-card rate" aria-labelledby="rate">
			<h2 id="rate">
				Sent over time{' '}
				<small>
					in each {asSpan(step)}
					{sampled && ', estimated'}
				</small>
			</h2>
			<div class="plot">
				<span class="plot-top" aria-hidden="true">
					{asCount(top)}
				</span>
				<svg
					viewBox={`0 0 ${places * 10} ${HEIGHT}`}
					preserveAspectRatio="none"
					role="img"
					aria-label={label}
				>
					{[0, 0.5, 1].map((share) => (
						<line key={share} class="grid" x1="0" x2={places * 10} y1={HEIGHT * share} y2={HEIGHT * share} />
					))}
					{counts.map((count, index) => {
						const height = (count / top) * HEIGHT;
						return (
							<rect key={index} class="bar" x={index * 10 + 1} y={HEIGHT - height} width="8" height={height}>
								<title>{`${timeOf(from + index * step)}: ${about}${asCount(count)}`}</title>
							</rect>
						);
					})}
				</svg>
			</div>
			<ol class="hours" aria-hidden="true">
				<li>{timeOf(from)}</li>
				<li>{timeOf(from + places * step)}</li>
			</ol>
		</section>
	);
}
