import type { Problem } from '../../../engine';
import { lintPolicy } from '../../../engine';
import type { GivenPolicy } from './read-policy';

/** The fields of a rule's form, by their path in the document. */
const FIELD_OF_PATH: ReadonlyArray<[path: RegExp, field: string]> = [
	[/^\.conditions\.(?:all|any)\[(\d+)\](?:\.(\w+))?/, 'Condition'],
	[/^\.conditions/, 'Conditions'],
	[/^\.event\.params\.reason/, 'Reason'],
	[/^\.event\.params\.retryAt/, 'Try Again At'],
	[/^\.event\.type/, 'Then'],
	[/^\.name/, 'Name'],
];

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function fieldOf(path: string): string {
	const [pattern, field] = FIELD_OF_PATH.find(([each]) => each.test(path)) ?? [];
	if (!pattern || !field) return path;
	const [, index, part] = pattern.exec(path)!;
	return [field, index && ` ${Number(index) + 1}`, part && ` ${capital(part)}`].filter(Boolean).join('');
}

/** Where a problem is, for people: the rule and the field of the form, or the path in the document. */
function whereIn({ document, ownRules }: GivenPolicy, path: string): string {
	const [, index, rest = ''] = /^rules\[(\d+)\](.*)$/.exec(path) ?? [];
	const own = index === undefined ? undefined : ownRules[Number(index)];
	if (path === 'name') return 'Policy Name';
	if (own === undefined) return path || 'the policy';
	const { name } = (document as { rules: Array<{ name: string }> }).rules[Number(index)]!;
	return [`Rule ${own + 1}${name && ` (${name})`}`, fieldOf(rest)].filter(Boolean).join(', ');
}

type PlacedProblem = Problem & { where: string };

/** Everything that is wrong with a policy, and where. */
export function problemsOf(given: GivenPolicy): PlacedProblem[] {
	return lintPolicy(given.document).map((problem) => ({ ...problem, where: whereIn(given, problem.path) }));
}

/** Refuses a policy that can't be used. @throws Error that names every error, and where it is */
export function refuseErrors(problems: PlacedProblem[]): void {
	const errors = problems.filter(({ severity }) => severity === 'error');
	if (errors.length === 0) return;
	const lines = errors.map(({ where, message }) => `- ${where}: ${message}`);
	throw new Error(`This policy can't be used and wasn't saved:\n${lines.join('\n')}`);
}
