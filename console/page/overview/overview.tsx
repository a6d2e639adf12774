import type { OverviewRecord } from '../../records';
import { useLive } from '../data';
import { Trouble } from '../trouble';
import { Attention } from './attention';
import { Day } from './day';
import { Month } from './month';
import { Numbers } from './numbers';

/** What happened in the last 24 hours, how each number is, and what needs a person. */
export function Overview() {
	const { view, trouble } = useLive<OverviewRecord>('overview');
	return (
		<div class="scroll">
			<Trouble text={trouble} isLoaded={view !== undefined} />
			{view !== undefined && (
				<div class="overview">
					<Day day={view.day} keepsDecisions={view.keepsDecisions} />
					<Attention found={view.attention} />
					<Numbers numbers={view.numbers} at={view.at} />
					<Month numbers={view.numbers} />
					<p class="where">Store: {view.store}</p>
				</div>
			)}
		</div>
	);
}
