import type { Command } from '../../cli/command';
import { commands } from '../../cli/commands';
import { exitLines, flagName, flagsOf, helpOf, synopsis } from '../../cli/usage';
import { table } from './markdown';

const code = (text: string) => `\`${text}\``;

/** `<file>` would be a tag. */
const plain = (text: string) => text.replace(/<(\w+)>/g, '`<$1>`');

/** What a command does, its flags, and its exit codes. */
function sectionOf(command: Command): string {
	const { name, about, actions } = command;
	const does = actions.map((each): [string, string] => [
		code(`business-messaging ${synopsis(name, each)}`),
		each.does,
	]);
	const hasSeveral = actions.length > 1;
	const flags = flagsOf(actions).map(({ name: flag, flag: of, only }) => [
		code(flagName(flag, of)),
		...(hasSeveral ? [only.length === 0 ? 'all' : only.map(code).join(', ')] : []),
		plain(helpOf(of)),
	]);
	const codes = exitLines(command).map(([number, meaning]) => `${number} ${meaning}`);
	return [
		`### ${name}`,
		table(['command', 'what it does'], does),
		...(about === undefined ? [] : [about]),
		table(hasSeveral ? ['flag', 'of', 'what it does'] : ['flag', 'what it does'], flags),
		`Exit codes: ${codes.join(', ')}.`,
	].join('\n\n');
}

/** All commands, as the help has them. */
export const commandReference = (): string => commands.map(sectionOf).join('\n\n');
