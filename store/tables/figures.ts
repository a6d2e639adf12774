import type { StoredTemplate, StoreFigures } from '../../engine/store/figures';
import type { TemplateStatusMark } from '../../engine/state/template';
import type { Register } from '../../engine/state/register';
import { reads, readsCounted, writes } from '../methods';
import type { Work } from '../work';
import { all, one, run } from '../work';
import { readRates } from './rates';
import type { RegisterRow } from './register-row';
import { toRegister } from './register-row';
import { readTallies } from './tallies';

const CAMPAIGNS = `
	SELECT channel, state, CAST(count(*) AS BIGINT) AS count FROM campaign WHERE kept = 0
	GROUP BY channel, state ORDER BY channel, state`;

const WAITS = 'SELECT CAST(count(*) AS BIGINT) AS count FROM wait WHERE event_id IS NULL';

/** What a store says about itself, of one moment. */
function* readFigures(): Work<StoreFigures> {
	return {
		tallies: yield* readTallies(),
		numbers: yield* readRates(),
		campaigns: yield* all<StoreFigures['campaigns'][number]>(CAMPAIGNS),
		waits: (yield* one<{ count: number }>(WAITS))!.count,
	};
}

/** Registers first, then histories, which have no names. */
const TEMPLATES = `
	SELECT scope, subject, name, at, rank, id, value, dated_at FROM register WHERE subject LIKE 'template:%'
	UNION ALL SELECT scope, subject, NULL, at, rank, id, value, dated_at FROM history WHERE subject LIKE 'template:%'`;

const OF_TEMPLATE = /^template:(.*):([^:]*)$/s;

/** Everything that is known of templates. */
export function* listTemplates(): Work<StoredTemplate[]> {
	const rows = yield* all<Omit<RegisterRow, 'name'> & { name: string | null }>(TEMPLATES);
	const templates = new Map<string, StoredTemplate & { registers: Record<string, Register> }>();
	for (const { scope, subject, name: register, ...row } of rows) {
		const [, name, language] = OF_TEMPLATE.exec(subject) ?? [];
		if (name === undefined || language === undefined) continue;
		const key = `${scope} ${subject}`;
		const template = templates.get(key) ?? { scope, name, language, registers: {}, history: [] };
		templates.set(key, template);
		if (register === null) template.history.push(toRegister(row) as Register<TemplateStatusMark>);
		else template.registers[register] = toRegister(row);
	}
	return [...templates.values()];
}

/** Writes something, to see that it can be. */
function* checkWriting(): Work<void> {
	yield* run("UPDATE counter SET value = value + 1 WHERE name = 'health'");
}

export const figureWorks = {
	check: writes(checkWriting),
	figures: readsCounted(readFigures),
	templates: reads(listTemplates),
};
