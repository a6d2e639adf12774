import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conditions, PolicyDocument } from '../engine';
import { factCatalogue, policies } from '../engine';

const WORDS: Readonly<Record<string, string>> = {
	equal: 'is',
	notEqual: 'is not',
	in: 'is one of',
	notIn: 'is none of',
	lessThan: 'is less than',
	lessThanInclusive: 'is at most',
	greaterThan: 'is more than',
	greaterThanInclusive: 'is at least',
};

const isDuration = (fact: string) => factCatalogue[fact as keyof typeof factCatalogue]?.type === 'duration';

function valueInWords(fact: string, value: unknown): string {
	if (Array.isArray(value)) return value.join(', ');
	return isDuration(fact) ? `${Number(value) / 1_000} s` : String(value);
}

function inWords(conditions: Conditions): string {
	if ('all' in conditions) return conditions.all.map(inWords).join(' and ');
	if ('any' in conditions) return `(${conditions.any.map(inWords).join(' or ')})`;
	if ('not' in conditions) return `not (${inWords(conditions.not)})`;
	const { fact, operator, value } = conditions;
	return `\`${fact}\` ${WORDS[operator] ?? operator} ${valueInWords(fact, value)}`;
}

function tableOf({ name, version, description = '', rules }: PolicyDocument): string {
	const rows = rules.map((rule, index) => {
		const { type, params } = rule.event;
		const cells = [
			index + 1,
			`\`${rule.name}\``,
			inWords(rule.conditions),
			type,
			params.retryAt ? `\`${params.retryAt}\`` : '',
			params.reason,
		];
		return `| ${cells.join(' | ')} |`;
	});
	const head = [
		'| | rule | fires when | answer | ask again at | reason given |',
		'| --- | --- | --- | --- | --- | --- |',
	];
	return [`## ${name} (version ${version})`, '', description, '', ...head, ...rows].join('\n');
}

function factTable(): string {
	const rows = Object.entries(factCatalogue).map(([name, fact]) => {
		const values = 'values' in fact ? fact.values.join(', ') : '';
		return `| \`${name}\` | ${fact.type} | ${fact.description} | ${values} |`;
	});
	return [
		'## Facts',
		'',
		'| fact | type | what it tells | values |',
		'| --- | --- | --- | --- |',
		...rows,
	].join('\n');
}

/** The shipped policies and the facts as a page, made from the documents and the catalogue themselves. */
export function decisionTables(): string {
	const intro =
		'Made by `npm run docs` from the policies themselves. The first rule that fires decides; where none does, the message is held.';
	return (
		['# Decision tables', intro, ...Object.values(policies).map(tableOf), factTable(), '']
			.join('\n\n')
			.trimEnd() + '\n'
	);
}

export const DECISION_TABLES = join(__dirname, '../docs/decision-tables.md');

if (require.main === module) writeFileSync(DECISION_TABLES, decisionTables());
