import * as z from 'zod';
import { DAY } from '../base';
import type { NumberSettings, PartOfNumber, SettingName, Store } from '../engine';
import { changeSettings, PARTS_OF_NUMBER, SETTING_NAMES } from '../engine';
import { PART_NAMES } from '../nodes/shared/part-names';
import type { Command } from './command';
import { action } from './command';
import { flag, json, list, oneOf, storeFlag, timeZone } from './flags';
import { printJson, printLines } from './print';
import { withStore } from './with-store';

const PREFIX = 'retention.';

/** A setting as the command line calls it: parts that are kept for a time by their name alone. */
const wordOf = (name: SettingName) =>
	name.startsWith(PREFIX)
		? name.slice(PREFIX.length)
		: name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const WORDS = SETTING_NAMES.map(wordOf) as [string, ...string[]];

/** The flag that sets a setting. */
const flagOf = (name: SettingName) =>
	name.startsWith(PREFIX) ? `--keep ${wordOf(name)}` : `--${wordOf(name)}`;

const KEEP = /^(\w+)=(\d{1,5})d?$/;
const PARTS = PARTS_OF_NUMBER.join(', ');

const keepOf = (text: string): [PartOfNumber, number] | undefined => {
	const [, part, days] = KEEP.exec(text) ?? [];
	const known = PARTS_OF_NUMBER.find((each) => each === part);
	return known && [known, Number(days) * DAY];
};

const keep = z
	.string()
	.refine((text) => keepOf(text) !== undefined, {
		error: ({ input }) =>
			`must be a part and its days, such as events=30, not "${String(input)}". The parts are: ${PARTS}`,
	})
	.transform((text) => keepOf(text)!);

/** What is set for a number, a line each. */
function settingsLines(channel: string, settings: NumberSettings): string[] {
	const { policy, timeZone: zone, checkFirst, messagesPerSecond: rate, retention = {} } = settings;
	const lines = [
		policy !== undefined && `  Policy: ${policy}`,
		zone !== undefined && `  Time zone: ${zone}`,
		checkFirst !== undefined && `  Check first: ${checkFirst ? 'on' : 'off'}`,
		rate !== undefined && `  Messages per second: ${rate}`,
		...PARTS_OF_NUMBER.map((part) => {
			const time = retention[part];
			return (
				time !== undefined && `  ${PART_NAMES[part]}: kept for ${time / DAY} ${time === DAY ? 'day' : 'days'}`
			);
		}),
	].filter((line): line is string => line !== false);
	return lines.length === 0 ? [`${channel}: nothing is set`] : [`${channel}:`, ...lines];
}

/** One number, or all for which something is set. */
async function found(
	store: Store,
	channel: string,
): Promise<ReadonlyArray<readonly [string, NumberSettings]>> {
	if (channel !== '') return [[channel, await store.settings.of(channel)]];
	return [...(await store.settings.all())].sort(([a], [b]) => (a < b ? -1 : 1));
}

function print(
	all: ReadonlyArray<readonly [string, NumberSettings]>,
	{ json: isJson }: { json: boolean },
): void {
	if (isJson) return printJson(...all.map(([number, settings]) => ({ number, ...settings })));
	printLines(
		all.length === 0
			? ['No number has settings of its own.']
			: all.flatMap(([channel, settings]) => settingsLines(channel, settings)),
	);
}

const settings = action({
	name: 'settings',
	word: { name: 'ID' },
	does: 'Show what is set for a phone number ID, or for all; with other flags, change it. What is not set is as the operation, the credential, or the store has it',
	flags: {
		store: storeFlag,
		policy: flag(
			'NAME',
			'The rules of everything that sends and names no policy',
			z.string().min(1).optional(),
		),
		'time-zone': flag('ZONE', "The customers' time zone: Europe/Berlin", timeZone.optional()),
		'check-first': flag(
			'on|off',
			'Whether what breaks a documented limit is refused before it is sent',
			oneOf(['on', 'off']).optional(),
		),
		'messages-per-second': flag(
			'N',
			'How fast the number can send',
			z
				.string()
				.regex(/^\d{1,4}(\.\d+)?$/, 'must be a number')
				.transform(Number)
				.optional(),
		),
		keep: flag('PART=DAYS', `How many days to keep a part: ${PARTS}; can be repeated`, list(keep)),
		unset: flag('SETTING', 'A setting that the number no longer has; can be repeated', list(oneOf(WORDS))),
		json,
	},
	problems: ({ store: _store, json: _json, ...change }, word) =>
		word === '' && Object.values(change).some((value) => value !== undefined && value !== '')
			? ['Name the phone number ID to change.']
			: [],
	run: ({ flags, word }) =>
		withStore(flags, async (store) => {
			const { policy, keep: kept, unset, 'check-first': checkFirst, 'messages-per-second': rate } = flags;
			const set: NumberSettings = {
				...(policy !== undefined && { policy }),
				...(flags['time-zone'] !== undefined && { timeZone: flags['time-zone'] }),
				...(checkFirst !== undefined && { checkFirst: checkFirst === 'on' }),
				...(rate !== undefined && { messagesPerSecond: rate }),
				...(kept.length > 0 && { retention: Object.fromEntries(kept) }),
			};
			const change = { set, unset: SETTING_NAMES.filter((name) => unset.includes(wordOf(name))) };
			if (Object.keys(set).length + unset.length === 0) return print(await found(store, word), flags);
			print([[word, await changeSettings(store, word, change, flagOf)]], flags);
		}),
});

/** `business-messaging number`: what is set for each number. */
export const numberCommand: Command = {
	name: 'number',
	does: 'Show or change what is set for a phone number ID',
	about: 'Nodes and receivers that use the store follow a change within five seconds.',
	exits: { 1: "the settings or the store can't be used" },
	actions: [settings],
};
