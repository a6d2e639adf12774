import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Conditions, FactCatalogue, PolicyDocument } from '../../engine';
import {
	eventFactCatalogue,
	factCatalogue,
	operatorCatalogue,
	policies,
	shippedReactions,
} from '../../engine';
import { HOLDER_TRANSITIONS } from '../../engine/state/holder-transitions';
import { TEMPLATE_QUALITIES, TEMPLATE_TRANSITIONS } from '../../engine/state/template-transitions';

const HOUR = 60 * 60 * 1_000;

type Cell = string | number;

function table(head: string[], rows: Cell[][]): string {
	const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function inWords(conditions: Conditions): string {
	if ('all' in conditions) return conditions.all.map(inWords).join(' and ');
	if ('any' in conditions) return `(${conditions.any.map(inWords).join(' or ')})`;
	if ('not' in conditions) return `not (${inWords(conditions.not)})`;
	const { fact, operator, value } = conditions;
	const { label } = operatorCatalogue[operator as keyof typeof operatorCatalogue];
	return `\`${fact}\` ${label} ${[value].flat().join(', ')}`;
}

const nameOf = ({ name, enabled }: { name: string; enabled?: boolean }) =>
	`\`${name}\`${enabled === false ? ' (off)' : ''}`;

function policyTable({ name, version, description = '', rules }: PolicyDocument): string {
	const rows = rules.map((rule, index) => {
		const { type, params } = rule.event;
		const retryAt = params.retryAt ? `\`${params.retryAt}\`` : '';
		return [index + 1, nameOf(rule), inWords(rule.conditions), type, retryAt, params.reason];
	});
	const head = ['', 'rule', 'fires when', 'answer', 'ask again at', 'reason given'];
	return [`## ${name} (version ${version})`, description, table(head, rows)].join('\n\n');
}

function reactionTable(): string {
	const rows = shippedReactions.map((rule) => [
		nameOf(rule),
		inWords(rule.conditions),
		rule.event.params.text,
	]);
	return [
		'## Reactions',
		'All that fit an event fire. A policy can bring its own in `reactions`; one of a shipped name takes its place.',
		table(['reaction', 'fires when', 'text'], rows),
	].join('\n\n');
}

function factTable(title: string, catalogue: FactCatalogue): string {
	const rows = Object.entries(catalogue).map(([name, { type, description, values = [] }]) => [
		`\`${name}\``,
		type,
		description,
		values.join(', '),
	]);
	return [`## ${title}`, table(['fact', 'type', 'what it tells', 'values'], rows)].join('\n\n');
}

function operatorTable(): string {
	const rows = Object.entries(operatorCatalogue).map(([name, { label, description, factTypes, example }]) => [
		`\`${name}\``,
		label,
		factTypes.join(', '),
		description,
		`\`${example}\``,
	]);
	return [
		'## Operators',
		'Times are written as ISO 8601 with their zone or as epoch ms, durations as `90 s`, `5 min`, `24 h`, `7 d` or as ms.',
		table(['operator', 'in words', 'facts of type', 'holds when', 'for example'], rows),
	].join('\n\n');
}

const hours = (lasts: number | undefined) => (lasts === undefined ? '' : `${lasts / HOUR} h`);

function templateTable(): string {
	const rows = TEMPLATE_TRANSITIONS.map(({ from, trigger, heardAs, title, to, lasts }) => [
		from,
		trigger,
		heardAs.map((status) => `\`${status}\``).join(', ') + (title ? ` with \`${title}\`` : ''),
		to,
		hours(lasts),
	]);
	const levels = TEMPLATE_QUALITIES.map(({ display, score, quality }) => [display, `\`${score}\``, quality]);
	return [
		'## Template status',
		'What the gateway says counts from any state. A pause whose time has passed counts as active; a deletion lasts until its name can be used again.',
		table(['from', 'trigger', 'told by', 'to', 'lasts'], rows),
		table(['display status', 'score', 'quality'], levels),
	].join('\n\n');
}

function holderTable(): string {
	const rows = HOLDER_TRANSITIONS.map(({ from, trigger, to }) => [from, trigger, to]);
	return ['## Conversation holder', table(['from', 'trigger', 'to'], rows)].join('\n\n');
}

/** The shipped policies and reactions, their facts and operators, and the state machines, from the data itself. */
export function decisionTables(): string {
	const parts = [
		'# Decision tables',
		'Made by `npm run docs` from the policies themselves. The first rule that fires decides; where none does, the message is held. Rules marked (off) are there to be switched on.',
		...Object.values(policies).map(policyTable),
		reactionTable(),
		operatorTable(),
		factTable('Facts of a message', factCatalogue),
		factTable('Facts of an event', eventFactCatalogue),
		templateTable(),
		holderTable(),
	];
	return `${parts.join('\n\n')}\n`;
}

export const DECISION_TABLES = join(__dirname, '../../docs/decision-tables.md');

if (require.main === module) writeFileSync(DECISION_TABLES, decisionTables());
