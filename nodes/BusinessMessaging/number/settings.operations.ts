import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DAY } from '../../../base';
import type { NumberSettings, PartOfNumber, SettingName } from '../../../engine';
import { changeSettings, PARTS_OF_NUMBER, SETTING_NAMES } from '../../../engine';
import { THROUGHPUT } from '../../../platform';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { PART_NAMES } from '../../shared/part-names';
import { readList, text } from '../../shared/read/values';
import { retentionDays } from '../../shared/retention-days';

const settingsField: INodeProperties = {
	displayName: 'Settings',
	name: 'numberSettings',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'What to set for the number. Settings that you leave out stay as they are.',
	options: [
		{
			displayName: 'Check First',
			name: 'checkFirst',
			type: 'boolean',
			default: true,
			description:
				"Whether to refuse messages that break a documented limit before anything is sent, if an operation doesn't say. Turn this off if the gateway allows the number more.",
		},
		{
			displayName: 'Messages per Second',
			name: 'messagesPerSecond',
			type: 'number',
			typeOptions: { minValue: 0.01, maxValue: 1_000 },
			default: THROUGHPUT,
			description: 'How fast the number can send. Counts more than the one in the credential.',
		},
		{
			// eslint-disable-next-line n8n-nodes-base/node-param-display-name-wrong-for-dynamic-options
			displayName: 'Policy',
			name: 'policy',
			type: 'options',
			typeOptions: { loadOptionsMethod: 'getPolicies' },
			default: 'strict',
			description:
				'The rules of everything that sends and chooses no policy. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
		{
			displayName: 'Time Zone',
			name: 'timeZone',
			type: 'string',
			default: '',
			placeholder: 'Europe/Berlin',
			description:
				"The customers' time zone, for rules that use the local time, if an operation chooses none. Without it, the country of each customer's number decides.",
		},
	],
};

const daysOfNumber = retentionDays(
	{
		displayName: 'Retention (Days)',
		description:
			'How many days to keep what belongs to the number. Parts that you leave out stay as they are; what was never set is kept as Inbox: Set Retention says.',
	},
	PARTS_OF_NUMBER,
);

const LABELS: Readonly<Record<Exclude<SettingName, `retention.${string}`>, string>> = {
	policy: 'Policy',
	timeZone: 'Time Zone',
	checkFirst: 'Check First',
	messagesPerSecond: 'Messages per Second',
};

/** What the form calls a setting. */
const labelOf = (name: SettingName): string =>
	name.startsWith('retention.')
		? `Retention of ${PART_NAMES[name.slice('retention.'.length) as PartOfNumber]}`
		: LABELS[name as keyof typeof LABELS];

const unsetField: INodeProperties = {
	displayName: 'Take Away',
	name: 'unsetSettings',
	type: 'multiOptions',
	options: [...SETTING_NAMES]
		.map((value) => ({ name: labelOf(value), value }))
		.sort((a, b) => (a.name < b.name ? -1 : 1)),
	default: [],
	description:
		'Which settings the number no longer has. They are then as the operation, the credential, or the store has them.',
};

/** What is set for a number, for people; `null` is what isn't set. */
function settingsJson(channel: string, settings: NumberSettings): IDataObject {
	const { policy, timeZone, checkFirst, messagesPerSecond, retention = {} } = settings;
	const days = PARTS_OF_NUMBER.map((part) => {
		const time = retention[part];
		return [part, time === undefined ? null : time / DAY];
	});
	return {
		number: channel,
		policy: policy ?? null,
		timeZone: timeZone ?? null,
		checkFirst: checkFirst ?? null,
		messagesPerSecond: messagesPerSecond ?? null,
		retentionDays: Object.fromEntries(days) as IDataObject,
	};
}

/** What the form sets. */
function readSettings(given: IDataObject, days: Partial<Record<PartOfNumber, unknown>>): NumberSettings {
	const retention = PARTS_OF_NUMBER.flatMap((part) =>
		days[part] === undefined ? [] : [[part, Number(days[part]) * DAY] as const],
	);
	return {
		...(given.policy !== undefined && { policy: text(given.policy) }),
		...(given.timeZone !== undefined && { timeZone: text(given.timeZone) }),
		...(given.checkFirst !== undefined && { checkFirst: given.checkFirst !== false }),
		...(given.messagesPerSecond !== undefined && { messagesPerSecond: Number(given.messagesPerSecond) }),
		...(retention.length > 0 && { retention: Object.fromEntries(retention) }),
	};
}

/** Gets what is set for numbers. */
export const getSettings: Operation = {
	value: 'getSettings',
	name: 'Get Settings',
	description: 'Get what is set for a number in the store: policy, time zone, limits, rate, and retention',
	action: 'Get the settings of a number',
	numbers: 'all',
	forEachItem: perItem({ open: connect }, async ({ credential: { channel }, store }) => ({
		json: settingsJson(channel, await store.settings.of(channel)),
	})),
};

/** Sets what differs from number to number, for everyone who uses the store. */
export const setSettings: Operation = {
	value: 'setSettings',
	name: 'Set Settings',
	description:
		'Set the policy, time zone, limits, rate, and retention of a number, for all nodes and receivers that use the store',
	action: 'Set the settings of a number',
	fields: [settingsField, daysOfNumber, unsetField],
	forEachItem: perItem({ open: connect }, async ({ credential: { channel }, store, get }) => {
		const set = readSettings(
			get<IDataObject | ''>('numberSettings', '') || {},
			get<Partial<Record<PartOfNumber, unknown>> | ''>('retentionDays', '') || {},
		);
		const unset = readList(get<unknown>('unsetSettings', [])) as SettingName[];
		return { json: settingsJson(channel, await changeSettings(store, channel, { set, unset }, labelOf)) };
	}),
};
