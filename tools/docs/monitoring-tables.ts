import { fullName, METRICS, type Metric, type MetricName } from '../../monitoring';
import { INCIDENTS } from '../../receiver';
import { table } from './markdown';

const codes = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** Every metric, those of the store before those that only a receiver has. */
export const metricsTable = (): string =>
	table(
		['metric', 'type', 'labels', 'what it says', 'from'],
		(Object.keys(METRICS) as MetricName[]).map((name) => {
			const { type, labels = [], help, ...more }: Metric = METRICS[name];
			const from = more.ofReceiver ? 'a receiver' : 'the store';
			return [codes([fullName(name)]), type, codes(labels), help, from];
		}),
	);

/** Every incident of the log. */
export const incidentsTable = (): string =>
	table(
		['event', 'what it means'],
		Object.entries(INCIDENTS).map(([event, meaning]) => [codes([event]), `${meaning}.`]),
	);
