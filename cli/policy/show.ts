import type { OwnFact, RuleAsSentences } from '../../engine';
import { sentencesOfRules, shippedPolicy, testInWords, testsOfPolicy } from '../../engine';
import { action } from '../command';
import { json, storeFlag } from '../flags';
import { printJson, printLines } from '../print';
import { withStore } from '../with-store';
import { isFile, policyNamed, policyWord } from './policy-named';

/** A rule, with what it tells below it. */
const linesOfRule = ({ name, sentence, reasons, again }: RuleAsSentences, mark: string): string[] => [
	`${mark} ${name}: ${sentence}`,
	...[...reasons, ...(again === undefined ? [] : [again])].map(
		(told) => `${' '.repeat(mark.length)}   ${told}`,
	),
];

const TYPES: Readonly<Record<OwnFact['type'], string>> = {
	boolean: 'yes or no',
	text: 'a text',
	number: 'a number',
	time: 'a time',
};

const inWords = (missing: boolean | number | string) =>
	typeof missing === 'boolean' ? (missing ? 'yes' : 'no') : String(missing);

function lineOfFact([name, { label = name, type, values, missing }]: [string, OwnFact]): string {
	const called = label === name ? name : `${name} (${label})`;
	const what = values === undefined ? TYPES[type] : `one of ${values.join(', ')}`;
	const otherwise =
		missing === undefined
			? 'Without it, a message whose decision depends on it is held.'
			: `Without it, ${inWords(missing)} counts.`;
	return `- ${called}: ${what}. ${otherwise}`;
}

/** A part of the text, with its heading; nothing if it's empty. */
const part = (heading: string, lines: readonly string[]): string[] =>
	lines.length === 0 ? [] : ['', heading, ...lines];

/** `policy show`: says what a policy does. */
export const show = action({
	name: 'show',
	word: policyWord,
	does: 'Say in sentences what a policy does: its rules in the order in which they are asked, its own facts, and its tests',
	flags: { store: storeFlag, json },
	run: ({ flags, word }) =>
		withStore(flags, async (store) => {
			const document = await policyNamed(store, word);
			const { name, version, description, facts = {} } = document;
			const isInFile = isFile(word);
			const builtIn = !isInFile && shippedPolicy(name) !== undefined;
			const { savedAt } = (isInFile ? undefined : await store.policies.find(name)) ?? {};
			const rules = sentencesOfRules(document);
			const tests = (await testsOfPolicy(store, name)).map(testInWords);
			if (flags.json) {
				const from = { builtIn, ...(savedAt !== undefined && { savedAt }) };
				return printJson({ name, version, ...from, rules, tests, document });
			}
			const saved =
				savedAt === undefined ? `in the file ${word}` : `saved ${new Date(savedAt).toISOString()}`;
			const asked = rules.filter(({ isOff }) => !isOff);
			printLines([
				`${name}, ${isInFile ? '' : `version ${version}, `}${builtIn ? 'built in' : saved}`,
				...(description === undefined ? [] : [description]),
				...part(
					'The first rule that applies decides:',
					asked.flatMap((rule, index) => linesOfRule(rule, `${index + 1}.`.padStart(3))),
				),
				...part(
					'Turned off:',
					rules.filter(({ isOff }) => isOff).flatMap((rule) => linesOfRule(rule, '-')),
				),
				...part('Facts that messages bring along:', Object.entries(facts).map(lineOfFact)),
				...part(
					'Reactions to events:',
					(document.reactions ?? []).map((reaction) => `- ${reaction.name}: ${reaction.event.params.text}`),
				),
				...part(
					'Tests that every version has to pass:',
					tests.map((test) => `- ${test}`),
				),
			]);
		}),
});
