import { readFileSync } from 'node:fs';
import { DECISION_TABLES, decisionTables } from '../tools/docs/decision-tables';

it('the decision tables in the docs are those of the shipped policies (npm run docs writes them)', () => {
	expect(readFileSync(DECISION_TABLES, 'utf8')).toBe(decisionTables());
});
