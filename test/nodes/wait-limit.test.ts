import type { IDataObject } from 'n8n-workflow';
import { createEngine, parseWebhook } from '../../engine';
import { sendAndWait } from '../../nodes/BusinessMessaging/message/wait/send-and-wait.operation';
import { readWaitLimit } from '../../nodes/BusinessMessaging/message/wait/wait-limit';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { NOW } from '../support/engine-scene';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { failureOf, runOperation } from './support/run-operation';

const ADA = '491701111111';
const DAY = 86_400_000;

const interval = (resumeAmount: unknown, resumeUnit: unknown = 'days') =>
	({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit }) as IDataObject;
const until = (maxDateAndTime: string): IDataObject => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
const read = (values: IDataObject) => readWaitLimit({ limitWaitTime: { values } }, NOW, 'UTC');

describe('Limit Wait Time', () => {
	it('is an interval from now on, or a time', () => {
		expect(read(interval(2))).toBe(NOW + 2 * DAY);
		expect(read(interval('0.5', 'hours'))).toBe(NOW + DAY / 48);
		expect(read(until('2026-12-31T18:00'))).toBe(Date.UTC(2026, 11, 31, 18));
	});

	it('is in whole milliseconds, as the store keeps it', () => {
		expect(read(interval(10 / 7, 'minutes'))).toBe(NOW + 85_714);
	});

	it.each([
		['an amount that leads beyond all times', interval(1e9)],
		['an amount that is infinite', interval(Infinity)],
		['a time that is later than n8n can wait', until('9999-12-31')],
	])('is none with %s', (_, values) => {
		expect(read(values)).toBeUndefined();
	});
});

describe('a question whose Limit Wait Time cannot be kept', () => {
	let sandbox: Sandbox;
	let place: StorePlace;
	beforeAll(async () => {
		sandbox = await startSandbox();
		place = inSqlite();
		await sandbox.control.customerWrites({ from: ADA, text: 'Hello' });
		await sandbox.control.idle();
		const engine = createEngine({ store: await place.open() });
		for (const { payload } of sandbox.control.deliveries()) await engine.ingest(parseWebhook(payload));
	});
	afterAll(async () => {
		await sandbox.close();
		await place.remove();
	});

	const ask = (values: IDataObject) =>
		runOperation(sandbox, sendAndWait, {
			to: ADA,
			message: 'Sure?',
			options: { limitWaitTime: { values } },
			credential: { store: place.url },
		});

	it.each([
		['no amount', interval(''), 'Amount must be a number above 0, not "".'],
		['no amount from an expression', interval(null), 'Amount must be a number above 0, not null.'],
		['no time at all', interval(0), 'Amount must be a number above 0, not 0.'],
		['a text', interval('soon'), 'Amount must be a number above 0, not "soon".'],
		['an unknown unit', interval(1, 'weeks'), 'Unit must be days, hours, or minutes, not "weeks".'],
		['an empty time', until(''), 'Max Date and Time is empty.'],
		[
			'a time that has passed',
			until('2020-01-01T12:00'),
			'Max Date and Time has passed: Jan 1, 2020, 12:00 (UTC).',
		],
	])('is not sent: %s', async (_, values, problem) => {
		const { message } = await failureOf(ask(values));
		expect(message).toBe(`Nothing was sent. Limit Wait Time: ${problem}`);
		expect(sandbox.control.sent()).toEqual([]);
	});

	it('was sent in time continues to wait if its execution is repeated once the time has passed', async () => {
		const first = await ask(until('2999-01-01'));
		const again = await ask(until('2020-01-01'));
		expect(first.items[0]).toMatchObject({ sent: true });
		expect(again.items[0]).toMatchObject({ sent: false, messageId: first.items[0]!.messageId });
		expect(sandbox.control.sent()).toHaveLength(1);
	});
});
