import { fileVariable } from '../base';
import type { Action, Command } from './command';
import type { Flag } from './flags';
import { typed } from './read-arguments';

const WIDTH = 118;
/** Where the help of a flag begins, unless the flag is longer. */
const WIDEST = 28;

/** A text in lines, the later ones indented. */
function wrapped(first: string, text: string, indent: number): string[] {
	const lines = [first];
	for (const word of text.split(' ')) {
		const last = lines.at(-1)!;
		const isStart = last.trimEnd() === '' || (lines.length === 1 && last === first);
		const longer = isStart ? `${last}${word}` : `${last} ${word}`;
		if (longer.length > WIDTH && !isStart) lines.push(`${' '.repeat(indent)}${word}`);
		else lines[lines.length - 1] = longer;
	}
	return lines;
}

/** Rows of a name and what it means, in two columns. */
function columns(rows: ReadonlyArray<readonly [name: string, text: string]>): string[] {
	const width = Math.min(WIDEST, Math.max(0, ...rows.map(([name]) => name.length)));
	return rows.flatMap(([name, text]) => {
		if (name.length > width) return [`  ${name}`, ...wrapped(' '.repeat(width + 4), text, width + 4)];
		return wrapped(`  ${name.padEnd(width)}  `, text, width + 4);
	});
}

/** A flag as it is typed. */
export const flagName = (name: string, { value }: Flag) =>
	value === undefined ? `--${name}` : `--${name} ${value}`;

/** What a flag is for, with the variable that it can also come from. */
export function helpOf({ help, variable }: Flag): string {
	if (variable === undefined) return help;
	const [, text = help, otherwise] = /^(.*) \(default: (.*)\)$/.exec(help) ?? [];
	return `${text} (default: ${variable}${otherwise === undefined ? '' : `, or else ${otherwise}`})`;
}

/** Whether an action can't do without a flag. */
const isNeeded = ({ schema }: Flag) => !schema.safeParse(undefined).success;

/** An action as it is typed, with what it needs. */
export function synopsis(command: string, { word, flags, ...action }: Action): string {
	const named = word && (word.needed === undefined ? `[${word.name}]` : word.name);
	const needed = Object.entries(flags).flatMap(([name, each]) =>
		isNeeded(each) ? [flagName(name, each)] : [],
	);
	return [typed(command, action), ...(named === undefined ? [] : [named]), ...needed].join(' ');
}

/** The flags that are listed after the others. */
const LAST: ReadonlySet<string> = new Set(['yes', 'json']);

/** A flag of some actions. */
interface Listed {
	name: string;
	flag: Flag;
	/** Those that have it, unless all do. */
	only: readonly string[];
}

/** The flags of actions, each once: one that means something else elsewhere is another one. */
export function flagsOf(actions: readonly Action[]): Listed[] {
	const found = new Map<Flag, { name: string; having: Action[] }>();
	for (const action of actions) {
		for (const [name, flag] of Object.entries(action.flags)) {
			const having = found.get(flag)?.having ?? [];
			found.set(flag, { name, having: [...having, action] });
		}
	}
	const isLast = (name: string) => Number(LAST.has(name));
	const sorted = [...found].sort(([, one], [, other]) => isLast(one.name) - isLast(other.name));
	return sorted.map(([flag, { name, having }]) => ({
		name,
		flag,
		only: having.length === actions.length ? [] : having.map((each) => each.name!),
	}));
}

/** The rows of flags, under their headings. */
function flagLines(flags: readonly Listed[]): string[] {
	const headings = [...new Set(flags.map(({ flag }) => flag.under))];
	return headings.flatMap((heading) => {
		const rows = flags
			.filter(({ flag }) => flag.under === heading)
			.map(({ name, flag, only }): [string, string] => {
				const whose = only.length === 0 ? '' : `${only.join(', ')}: `;
				return [flagName(name, flag), `${whose}${helpOf(flag)}`];
			});
		return ['', ...(heading === undefined ? [] : [heading, '']), ...columns(rows)];
	});
}

/** What the exit codes of a command mean. */
export function exitLines({ exits }: Pick<Command, 'exits'>): Array<[code: number, meaning: string]> {
	const all = { 0: 'success', 2: 'wrong flags', ...exits };
	return Object.entries(all).map(([code, meaning]) => [Number(code), meaning]);
}

/**
 * The help of a command, or of one of its actions.
 * @param name of the action
 */
export function usageOf(command: Command, name?: string): string {
	const { actions, about } = command;
	const asked = actions.filter((action) => action.name === name);
	const shown = asked.length > 0 ? asked : actions;
	const isOne = shown.length === 1;
	const synopses = shown.map((action) => `business-messaging ${synopsis(command.name, action)}`);
	const does = shown.map((action): [string, string] => [action.name ?? '', action.does]);
	const flags = flagsOf(shown);
	const variables = flags.flatMap(({ flag }) => flag.variable ?? []);
	const codes = exitLines(command).map(([code, meaning]) => `${code} ${meaning}`);
	return `${[
		...synopses,
		'',
		...(isOne ? wrapped('', `${shown[0]!.does}.`, 0) : columns(does)),
		...(about === undefined ? [] : ['', ...wrapped('', about, 0)]),
		...flagLines(flags),
		...(variables.length === 0
			? []
			: [
					'',
					...wrapped(
						'',
						`Each variable can also name a file with the value, if _FILE follows its name: ${fileVariable(variables[0]!)}.`,
						0,
					),
				]),
		'',
		...wrapped('', `Exit codes: ${codes.join(', ')}.`, 0),
	].join('\n')}\n`;
}

/** The help that lists all commands. */
export const listOfCommands = (commands: readonly Command[]): string =>
	`${[
		'business-messaging <command>',
		'',
		...columns(commands.map(({ name, does }) => [name, does])),
		'',
		"Run business-messaging <command> --help to see a command's flags.",
	].join('\n')}\n`;
