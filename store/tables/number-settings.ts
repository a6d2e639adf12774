import { THROUGHPUT } from '../../engine';
import type { NumberSettings, SettingsChange } from '../../engine/store/number-settings';
import { reads, writes } from '../methods';
import type { Work } from '../work';
import { all, lock, one, run } from '../work';
import { setRate } from './rates';

/** A register of the number itself, so that versions before this one keep it, too. */
const NAME = 'settings';

interface SettingsRow {
	scope: string;
	value: string;
}

const OF_NUMBER = `SELECT scope, value FROM register WHERE scope = ? AND subject = '' AND name = '${NAME}'`;
const ALL = `SELECT scope, value FROM register WHERE name = '${NAME}' AND subject = ''`;

const WRITE = `
	INSERT INTO register (scope, subject, name, at, rank, id, value) VALUES (?, '', '${NAME}', ?, 1, '', ?)
	ON CONFLICT (scope, subject, name) DO UPDATE SET at = excluded.at, value = excluded.value`;

const read = ({ value }: SettingsRow) => JSON.parse(value) as NumberSettings;

function* settingsOfNumber(channel: string): Work<NumberSettings> {
	const row = yield* one<SettingsRow>(OF_NUMBER, channel);
	return row ? read(row) : {};
}

function* settingsOfNumbers(): Work<ReadonlyMap<string, NumberSettings>> {
	return new Map((yield* all<SettingsRow>(ALL)).map((row) => [row.scope, read(row)]));
}

const without = <Values extends object>(values: Values, names: readonly string[]): Values =>
	Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) as Values;

function changed(known: NumberSettings, { set, unset }: SettingsChange): NumberSettings {
	const { retention, ...rest } = without({ ...known, ...set }, unset);
	const kept = without(
		{ ...known.retention, ...retention },
		unset.map((name) => name.replace('retention.', '')),
	);
	return { ...rest, ...(Object.keys(kept).length > 0 && { retention: kept }) };
}

/** The rate of a number is set with its settings. One that is taken away is the usual one, until a credential says another. */
function* changeSettings(channel: string, change: SettingsChange, now: number): Work<NumberSettings> {
	yield* lock(`settings:${channel}`);
	const known = yield* settingsOfNumber(channel);
	const settings = changed(known, change);
	yield* run(WRITE, channel, Math.floor(now), JSON.stringify(settings));
	const rate = settings.messagesPerSecond ?? THROUGHPUT;
	const isTaken = known.messagesPerSecond !== undefined && settings.messagesPerSecond === undefined;
	if (change.set.messagesPerSecond !== undefined || isTaken) yield* setRate(channel, rate);
	return settings;
}

export const settingsWorks = {
	of: reads(settingsOfNumber),
	all: reads(settingsOfNumbers),
	change: writes(changeSettings),
};
