import { useState } from 'preact/hooks';
import type { Happened } from '../../../engine';
import { asTime, HOUR } from '../../../page/times';
import type { DayRecord } from '../../records';
import { hrefOf } from '../route';
import { asCount } from '../words';

/** The lines, in their order, with what they are called. */
const LINES: ReadonlyArray<readonly [what: Happened, title: string]> = [
	['received', 'Received'],
	['answered', 'Sent'],
	['held', 'Held'],
	['skipped', 'Skipped'],
	['failed', 'Failed'],
	['unconfirmed', 'Unconfirmed'],
];

const [WIDTH, HEIGHT] = [960, 220];

const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

/** The top of a scale: a round number that nothing exceeds. */
export function topOf(most: number): number {
	const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, most)));
	return [1, 2, 3, 4, 6, 8, 10].map((each) => each * magnitude).find((top) => top >= Math.max(4, most)) ?? 10;
}

/** What happened in the last 24 hours, in quarters of an hour. Pointing at the chart tells one of them. */
export function Day({ day, keepsDecisions }: { readonly day: DayRecord; readonly keepsDecisions: boolean }) {
	const [pointed, setPointed] = useState<number>();
	const { from, step, counts } = day;
	const periods = counts.received.length;
	const point = (event: PointerEvent) => {
		const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
		setPointed(Math.min(periods - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * periods))));
	};
	const what = day.isWhole ? 'in quarters of an hour' : 'being counted …';
	const time = pointed === undefined ? undefined : from + pointed * step;
	return (
		<section class="panel-card day" aria-labelledby="day">
			<h2 id="day">
				Last 24 hours
				<small>{time === undefined ? what : `${asTime(time)} to ${asTime(time + step)}`}</small>
			</h2>
			<dl class="tiles">
				{LINES.map(([what, title]) => (
					<div key={what} data-series={what}>
						<dt>
							<a href={hrefOf('customers', ...(what === 'received' ? [] : [what]))}>{title}</a>
						</dt>
						<dd>{asCount(pointed === undefined ? sum(counts[what]) : (counts[what][pointed] ?? 0))}</dd>
					</div>
				))}
			</dl>
			{!keepsDecisions && (
				<p class="hint">
					Decisions aren’t kept (Set Retention turned them off), so what was sent, held, or skipped isn’t
					known.
				</p>
			)}
			<div class="plot" onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
				<Plot day={day} pointed={pointed} />
			</div>
			<ol class="hours" aria-hidden="true">
				{[0, 6, 12, 18, 24].map((hour) => (
					<li key={hour}>{hour === 24 ? 'now' : asTime(from + hour * HOUR)}</li>
				))}
			</ol>
			<details>
				<summary>Hour by hour</summary>
				<Hours day={day} />
			</details>
		</section>
	);
}

function Plot({
	day: { counts },
	pointed,
}: {
	readonly day: DayRecord;
	readonly pointed: number | undefined;
}) {
	const most = Math.max(...LINES.flatMap(([what]) => counts[what]));
	const top = topOf(most);
	const periods = counts.received.length;
	const x = (index: number) => (index / Math.max(1, periods - 1)) * WIDTH;
	const y = (count: number) => HEIGHT - (count / top) * (HEIGHT - 4) - 2;
	const label = LINES.map(([what, title]) => `${asCount(sum(counts[what]))} ${title.toLowerCase()}`).join(
		', ',
	);
	return (
		<>
			<span class="plot-top" aria-hidden="true">
				{asCount(top)}
			</span>
			<svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
				{[0, 0.5, 1].map((share) => (
					<line key={share} class="grid" x1="0" x2={WIDTH} y1={y(top * share)} y2={y(top * share)} />
				))}
				{[...LINES].reverse().map(([what]) => (
					<polyline
						key={what}
						data-series={what}
						points={counts[what]
							.map((count, index) => `${x(index).toFixed(1)},${y(count).toFixed(1)}`)
							.join(' ')}
					/>
				))}
				{pointed !== undefined && <line class="pointer" x1={x(pointed)} x2={x(pointed)} y1="0" y2={HEIGHT} />}
			</svg>
		</>
	);
}

/** The hours of a day as clocks show them, the newest first, each by its first period and the one after its last. */
function hoursOf({ from, step, counts }: DayRecord): Array<readonly [first: number, end: number]> {
	const periods = counts.received.length;
	const isWhole = (period: number) => new Date(from + period * step).getMinutes() === 0;
	const firsts = Array.from({ length: periods }, (_, index) => index).filter(
		(period) => period === 0 || isWhole(period),
	);
	return firsts.map((first, index) => [first, firsts[index + 1] ?? periods] as const).reverse();
}

/** The same as a table, for who can't see the lines, or wants the figures. */
function Hours({ day }: { readonly day: DayRecord }) {
	const { from, step, counts } = day;
	return (
		<div class="wide-table" tabIndex={0} role="group" aria-label="Hour by hour">
			<table class="figures">
				<thead>
					<tr>
						<th scope="col">From</th>
						{LINES.map(([what, title]) => (
							<th key={what} scope="col">
								{title}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{hoursOf(day).map(([first, end]) => (
						<tr key={first}>
							<th scope="row">{asTime(from + first * step)}</th>
							{LINES.map(([what]) => (
								<td key={what}>{asCount(sum(counts[what].slice(first, end)))}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	);
}
