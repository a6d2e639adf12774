import type { DeadLetter, Inbox } from '../engine';
import type { Command } from './command';
import { action } from './command';
import { isConfirmed, yes } from './confirm';
import { count, flag, json, list, storeFlag } from './flags';
import { printJson, printLines } from './print';
import { choice } from './read-arguments';
import { withStore } from './with-store';

/** How many dead letters are read from the store at a time. */
const PAGE = 500;

/** An Inbox Trigger that has dead letters. */
type Failing = Awaited<ReturnType<Inbox['stats']>>['failing'][number];

const labelOf = ({ id, name }: Pick<Failing, 'id' | 'name'>) => (name === undefined ? id : `${name} (${id})`);

/** The Inbox Trigger that is named, by its ID or its name. @throws Error that lists those that can be named */
async function failingNamed(inbox: Inbox, named: string): Promise<Failing> {
	const { failing } = await inbox.stats();
	const found = failing.filter(({ id, name }) => named === id || named === name);
	if (found.length === 1) return found[0]!;
	if (found.length > 1) {
		throw new Error(
			`${found.length} Inbox Triggers are called "${named}". Use the ID of one: ${choice(found.map(({ id }) => id))}.`,
		);
	}
	const others =
		failing.length === 0 ? 'No trigger has any.' : `These have some: ${failing.map(labelOf).join(', ')}.`;
	throw new Error(`The Inbox Trigger "${named}" has no dead letters. ${others}`);
}

async function* lettersOf(inbox: Inbox, subscription: string): AsyncGenerator<DeadLetter[]> {
	let after: number | undefined;
	for (;;) {
		const page = await inbox.deadLetters.list({ subscription, after, limit: PAGE });
		yield page;
		if (page.length < PAGE || !process.stdout.writable) return;
		after = page.at(-1)!.seq;
	}
}

function lineOf({ seq, at, event, executionId, error, replaying }: DeadLetter): string {
	const execution = executionId === undefined ? '' : `, execution ${executionId}`;
	const why = error === undefined ? '' : `: ${error}`;
	const next = replaying ? '  (about to be handed out again)' : '';
	return `  ${String(seq).padStart(8)}  ${new Date(at).toISOString()}  ${event.kind}${execution}${why}${next}`;
}

const listLetters = action({
	name: 'list',
	word: { name: 'TRIGGER' },
	does: 'List the events that an execution failed on: their number, when it failed, the execution, and the error',
	flags: { store: storeFlag, json },
	run: ({ flags, word }) =>
		withStore(flags, async ({ inbox }) => {
			const { failing } = await inbox.stats();
			const asked = word === '' ? failing : [await failingNamed(inbox, word)];
			if (asked.length === 0 && !flags.json) printLines(['There are no dead letters.']);
			for (const each of asked) {
				if (!flags.json) printLines([`${labelOf(each)}: ${each.deadLetters}`]);
				for await (const page of lettersOf(inbox, each.id)) {
					if (flags.json) printJson(...page);
					else printLines(page.map(lineOf));
				}
			}
		}),
});

const word = { name: 'TRIGGER', needed: 'an Inbox Trigger, by its name or ID. dead-letters list shows them' };
const flags = {
	store: storeFlag,
	seq: flag(
		'N',
		'One dead letter, by its number; can be repeated (default: all of the trigger)',
		list(count),
	),
	json,
};

/** The chosen dead letters; `undefined` for all. */
const chosen = (seq: readonly number[]) => (seq.length === 0 ? undefined : [...seq]);

const inWords = (letters: number) => `${letters} dead ${letters === 1 ? 'letter' : 'letters'}`;

const replay = action({
	name: 'replay',
	word,
	does: 'Hand events that an execution failed on to their trigger again, marked as a repeat',
	flags,
	run: ({ flags: { seq, json: isJson, ...given }, word: named }) =>
		withStore(given, async ({ inbox }) => {
			const trigger = await failingNamed(inbox, named);
			const replayed = await inbox.deadLetters.replay(trigger.id, chosen(seq));
			if (isJson) return printJson({ subscription: trigger.id, replayed });
			printLines([
				`${inWords(replayed)} of ${labelOf(trigger)}: handed out again, marked as a repeat, as soon as the workflow asks for more.`,
			]);
		}),
});

const drop = action({
	name: 'drop',
	word,
	does: 'Delete events that an execution failed on, for good',
	flags: { ...flags, yes },
	run: ({ flags: { seq, json: isJson, ...given }, word: named }) =>
		withStore(given, async ({ inbox }) => {
			const trigger = await failingNamed(inbox, named);
			const which =
				seq.length === 0 ? `all ${inWords(trigger.deadLetters)}` : `the dead letters ${seq.join(', ')}`;
			const what = `This deletes ${which} of ${labelOf(trigger)} for good: no workflow gets these events again.`;
			if (!(await isConfirmed([what], given))) return;
			const dropped = await inbox.deadLetters.drop(trigger.id, chosen(seq));
			if (isJson) return printJson({ subscription: trigger.id, dropped });
			printLines([`Deleted ${inWords(dropped)} of ${labelOf(trigger)}.`]);
		}),
});

/** `business-messaging dead-letters`: events that an execution failed on. */
export const deadLettersCommand: Command = {
	name: 'dead-letters',
	does: 'List, replay, or drop events that an execution failed on',
	about: 'TRIGGER is the Inbox Trigger that the events belong to, by its name or ID.',
	exits: { 1: "the trigger has no dead letters, the store doesn't exist, or you didn't confirm" },
	actions: [listLetters, replay, drop],
};
