import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';
import { MINUTE } from '../../../../base';
import { readTime, text } from '../../../shared/read/values';

const afterInterval = { show: { limitType: ['afterTimeInterval'] } };

/** How long to wait, with the names that n8n's own nodes have for it. */
export const limitWaitTime: INodeProperties = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } },
	description:
		'Whether to continue without a response after some time. The item then contains timedOut as true, and data is empty.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					options: [
						{ name: 'After Time Interval', value: 'afterTimeInterval' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime' },
					],
					default: 'afterTimeInterval',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					displayOptions: afterInterval,
					default: 1,
					description: 'How long to wait',
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					options: [
						{ name: 'Days', value: 'days' },
						{ name: 'Hours', value: 'hours' },
						{ name: 'Minutes', value: 'minutes' },
					],
					displayOptions: afterInterval,
					default: 'hours',
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
					default: '',
					description: 'When to continue without a response',
				},
			],
		},
	],
};

const UNITS: Readonly<Record<string, number>> = { minutes: MINUTE, hours: 60 * MINUTE, days: 1_440 * MINUTE };

/** How long the form says to wait. ms */
function readInterval({ resumeAmount = 1, resumeUnit = 'hours' }: IDataObject): number {
	const amount = text(resumeAmount) === '' ? NaN : Number(resumeAmount);
	if (!(amount > 0)) {
		throw new Error(`Limit Wait Time: Amount must be a number above 0, not ${JSON.stringify(resumeAmount)}.`);
	}
	const unit = UNITS[text(resumeUnit)];
	if (unit === undefined) {
		throw new Error(
			`Limit Wait Time: Unit must be days, hours, or minutes, not ${JSON.stringify(resumeUnit)}.`,
		);
	}
	return Math.round(amount * unit);
}

function readEnd({ maxDateAndTime }: IDataObject, timeZone: string): number {
	const time = readTime(maxDateAndTime, 'Max Date and Time', timeZone);
	if (time === undefined) throw new Error('Limit Wait Time: Max Date and Time is empty.');
	return time;
}

/**
 * When the execution stops waiting (epoch ms); `undefined` if it waits for as long as it takes, or as long as n8n can wait.
 * @throws Error if the form has no such time
 */
export function readWaitLimit(options: IDataObject, now: number, timeZone: string): number | undefined {
	const { values } = (options.limitWaitTime ?? {}) as { values?: IDataObject };
	if (!values) return undefined;
	const isEnd = values.limitType === 'atSpecifiedTime';
	const time = isEnd ? readEnd(values, timeZone) : now + readInterval(values);
	return time < WAIT_INDEFINITELY.getTime() ? time : undefined;
}
