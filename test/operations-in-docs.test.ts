import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resources } from '../nodes/BusinessMessaging/resources';
import { operations as campaignOperations } from '../nodes/BusinessMessagingCampaign/operations';
import { operations as inboxOperations } from '../nodes/BusinessMessagingInbox/operations';
import { ROOT } from '../tools/sources';

const PAGES = ['README.md', ...globSync('docs/*.md', { cwd: ROOT })];

/** The operations by the names that pages have for where they are: those of the node without resources by its own. */
const OPERATIONS = new Map([
	...resources.map(({ name, operations }) => [name, operations] as const),
	['Campaign', campaignOperations] as const,
	['Business Messaging Campaign', campaignOperations] as const,
	['Inbox', inboxOperations] as const,
	['Business Messaging Inbox', inboxOperations] as const,
]);

const ALL = [...resources.flatMap(({ operations }) => operations), ...campaignOperations, ...inboxOperations];
const ACTIONS = new Set(ALL.map(({ action }) => action));

const proseOf = (page: string) =>
	readFileSync(join(ROOT, page), 'utf8').replace(/^```[^]*?^```/gm, (block) => block.replace(/[^\n]/g, ''));

/** What is in italics or bold, with where it ends. */
const emphasized = (prose: string) =>
	[...prose.matchAll(/(?<!\*)(\*\*?)([A-Z][^*\n]*)\1(?!\*)/g)].map((found) => ({
		text: found[2]!,
		after: prose.slice(found.index + found[0].length),
	}));

/** What looks like `Group: Create` or `Policy → Save`, but that no resource has. */
function unknownIn(prose: string): string[] {
	return emphasized(prose).flatMap(({ text }) => {
		const place = text.replace(/^Business Messaging → (?=.*(?:: | → ))/, '');
		const [, where = '', name] = /^([^:→]+?)(?:: | → )(.+)$/.exec(place) ?? [];
		const operations = OPERATIONS.get(where);
		const isKnown = operations?.some((operation) => operation.name === name) ?? ACTIONS.has(name!);
		const isOperation = operations !== undefined || where === 'Business Messaging';
		return isOperation && !isKnown && !OPERATIONS.has(name!) ? [text] : [];
	});
}

/** Names that a page says are in n8n's list. */
const quotedIn = (prose: string) =>
	[...prose.matchAll(/"([^"\n]+)" in n8n's list/g)].map(([, action]) => action!);

/** Whether somebody who types the name finds the action. */
function isFoundBy({ name, action }: { name: string; action: string }): boolean {
	const words = action.toLowerCase();
	return name
		.toLowerCase()
		.split(' ')
		.every((word) => words.includes(word));
}

/** Names that lead to nothing in n8n's list of actions. */
const HIDDEN = ALL.filter((operation) => !isFoundBy(operation));

/** Hidden names that a page uses, if it doesn't give the action the first time. */
function unexplainedIn(prose: string): string[] {
	return HIDDEN.flatMap(({ name, action }) => {
		const first = emphasized(prose).find(
			({ text }) => text === name || /.*(?:: | → )(.+)$/.exec(text)?.[1] === name,
		);
		return first === undefined || first.after.startsWith(` ("${action}" in n8n's list)`) ? [] : [name];
	});
}

it('there are operations whose names are not in n8n’s list of actions', () => {
	expect(HIDDEN.map(({ name }) => name)).toEqual(expect.arrayContaining(['Dry Run', 'Set Opt-Out']));
});

describe.each(PAGES)('%s', (page) => {
	it('names only operations that exist', () => expect(unknownIn(proseOf(page))).toEqual([]));

	it('quotes only names that n8n’s list has', () =>
		expect(quotedIn(proseOf(page)).filter((action) => !ACTIONS.has(action))).toEqual([]));

	it('gives the name in n8n’s list at the first mention, if the operation is called something else', () =>
		expect(unexplainedIn(proseOf(page))).toEqual([]));
});

it.each([
	['*Group: Create*', []],
	['**Policy → Save**', []],
	['**Business Messaging → Send auto (text or template)**', []],
	['**Business Messaging → Send something**', ['Business Messaging → Send something']],
	['*Group: Make*', ['Group: Make']],
	['*On Error: Continue*', []],
])('%s: unknown are %j', (prose, unknown) => expect(unknownIn(prose)).toEqual(unknown));

it.each([
	['*Dry Run* ("See what a campaign would send" in n8n\'s list), then *Dry Run*', []],
	['*Dry Run*, then *Dry Run* ("See what a campaign would send" in n8n\'s list)', ['Dry Run']],
	['*Dry Run* ("See what a campaign sends" in n8n\'s list)', ['Dry Run']],
	['*Plan*', []],
])('%s: unexplained are %j', (prose, unexplained) => expect(unexplainedIn(prose)).toEqual(unexplained));
