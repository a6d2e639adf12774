/** A metric of an exposition. */
export interface ReadMetric {
	type: string;
	help: string;
	samples: Array<{ name: string; labels: Record<string, string>; value: number }>;
}

const HELP = /^# HELP ([a-z_]+) (\S.*)$/;
const TYPE = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/;
const SAMPLE = /^([a-z_]+)(?:\{(.+)\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/;
const LABEL = /^([a-z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;

function readLabels(text: string): Record<string, string> {
	const labels: Record<string, string> = {};
	for (let rest = text; rest !== '';) {
		const [whole, name, value] = LABEL.exec(rest) ?? [];
		if (whole === undefined || name! in labels) throw new Error(`These aren't labels: ${text}`);
		labels[name!] = JSON.parse(`"${value}"`) as string;
		rest = rest.slice(whole.length);
	}
	return labels;
}

/**
 * Reads an exposition of Prometheus' text format, version 0.0.4, strictly: each metric has its help, its type, and then all
 * of its samples, each with labels of its own.
 * @throws Error that names the line
 */
export function readExposition(text: string): Map<string, ReadMetric> {
	if (!text.endsWith('\n')) throw new Error("The last line doesn't end.");
	const metrics = new Map<string, ReadMetric>();
	const seen = new Set<string>();
	let [current, help] = ['', ''];
	for (const line of text.slice(0, -1).split('\n')) {
		const fail = (why: string) => new Error(`${why}: ${line}`);
		if (line.startsWith('# HELP')) {
			[, current = '', help = ''] = HELP.exec(line) ?? [];
			if (current === '' || metrics.has(current)) throw fail("This isn't the help of a new metric");
		} else if (line.startsWith('#')) {
			const [, name, type = ''] = TYPE.exec(line) ?? [];
			if (name !== current || metrics.has(current)) throw fail("This isn't the type of the metric above");
			metrics.set(current, { type, help, samples: [] });
		} else {
			const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
			const metric = metrics.get(current);
			const base = metric?.type === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
			if (!metric || base !== current) throw fail("This isn't a sample of the metric above");
			const sample = { name, labels: readLabels(labels), value: Number(value) };
			const key = `${name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
			if (seen.has(key)) throw fail('This sample is there twice');
			seen.add(key);
			metric.samples.push(sample);
		}
	}
	return metrics;
}
