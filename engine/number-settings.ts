import type { Memo, Runtime } from '../base';
import { createMemo, DAY } from '../base';
import { isTimeZone } from '../rules';
import { findPolicy } from './policies/saved-policies';
import type { NumberSettings, SettingName, SettingsChange } from './store/number-settings';
import { DAYS_KEPT, leastDays, PARTS_OF_NUMBER } from './store/retention';
import type { Store } from './store/store';

/** The settings of a number, in the order in which people read them. */
export const SETTING_NAMES: readonly SettingName[] = [
	'policy',
	'timeZone',
	'checkFirst',
	'messagesPerSecond',
	...PARTS_OF_NUMBER.map((part): SettingName => `retention.${part}`),
];

/** Settings that another process has changed count after this time at the latest. ms */
const LASTS = 5_000;

const memoOfSettings = (runtime: Runtime): Memo => createMemo(runtime, 0);

/** What is set for a number, read at most every 5 s in a process. */
export function settingsOf(store: Store, channel: string): Promise<NumberSettings> {
	return store.session.part(memoOfSettings).get(channel, LASTS, () => store.settings.of(channel));
}

/** The most messages per second that the platform lets a number send. */
const FASTEST = 1_000;

async function problemOfPolicy(store: Store, policy: string): Promise<string | undefined> {
	return findPolicy(store, policy).then(
		() => undefined,
		(error: Error) => error.message,
	);
}

/** @param named what people call a setting, where they set it */
async function problemsOf(
	store: Store,
	{ set, unset }: SettingsChange,
	named: (setting: SettingName) => string,
): Promise<string[]> {
	const { policy, timeZone, messagesPerSecond: rate, retention = {} } = set;
	const noPolicy = policy === undefined ? undefined : await problemOfPolicy(store, policy);
	const days = Object.entries(retention).map(
		([part, time]) => [part as keyof typeof retention, time / DAY] as const,
	);
	const both = unset.filter((name) =>
		name.startsWith('retention.')
			? name.replace('retention.', '') in retention
			: set[name as keyof NumberSettings] !== undefined,
	);
	const unknown = unset.filter((name) => !SETTING_NAMES.includes(name)).map((name) => `"${name}"`);
	return [
		unknown.length > 0 &&
			`A number has no setting ${unknown.join(', ')}, so it can't be taken away. The settings are: ${SETTING_NAMES.join(', ')}.`,
		noPolicy,
		timeZone !== undefined &&
			!isTimeZone(timeZone) &&
			`${named('timeZone')} is "${timeZone}", which isn't a time zone. Enter one such as Europe/Berlin.`,
		rate !== undefined &&
			!(rate > 0 && rate <= FASTEST) &&
			`${named('messagesPerSecond')} must be a number above 0, and at most ${FASTEST}.`,
		...days
			.filter(
				([part, count]) => !(Number.isInteger(count) && count >= leastDays(part) && count <= DAYS_KEPT.most),
			)
			.map(
				([part]) =>
					`${named(`retention.${part}`)} must be a whole number of days from ${leastDays(part)} to ${DAYS_KEPT.most}.`,
			),
		...both.map((name) => `${named(name)} is both set and taken away. Do one of them.`),
		Object.keys(set).length + unset.length === 0 &&
			'Nothing is set or taken away. Choose at least one setting.',
	].filter((problem): problem is string => typeof problem === 'string');
}

/**
 * Changes what is set for a number, for everyone who uses the store: in this process at once, in others within 5 s.
 * @param named what people call a setting, where they set it
 * @throws Error that names everything that is wrong with the change. Nothing is changed then
 */
export async function changeSettings(
	store: Store,
	channel: string,
	change: SettingsChange,
	named: (setting: SettingName) => string = String,
): Promise<NumberSettings> {
	const problems = await problemsOf(store, change, named);
	if (problems.length > 0) throw new Error(`Nothing was changed. ${problems.join(' ')}`);
	const settings = await store.settings.change(channel, change, store.runtime.now());
	store.session.part(memoOfSettings).forget(channel);
	return settings;
}
