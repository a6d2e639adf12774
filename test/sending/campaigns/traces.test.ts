import { systemRuntime } from '../../../base';
import { parseWebhook } from '../../../engine';
import { messageStatus } from '../../support/wire';
import { customers, inEachDatabase, MINUTE } from './scene';

/** How far the store's clock is ahead. ms */
const clock = { ahead: 0 };
const runtime = { ...systemRuntime, now: () => Date.now() + clock.ahead };

inEachDatabase(
	(at) => {
		const [first, lost, last] = customers(3) as [string, string, string];

		beforeEach(() => {
			clock.ahead = 0;
		});

		async function sendTo(to: string): Promise<void> {
			await at.plan([to]);
			await at.campaigns.sendDue();
		}

		/** A status of another message of the number comes. */
		let others = 0;
		async function hearOther(): Promise<void> {
			others += 1;
			const body = messageStatus({ at: Date.now(), status: 'read', id: `wamid.other.${others}` });
			const events = parseWebhook(body, Date.now());
			await at.engine.ingest(events.map((event) => ({ ...event, channel: at.spring.channel })));
		}

		/** A message that never reached the platform, and the statuses of those around it. */
		async function loseOne(): Promise<void> {
			await sendTo(first);
			await at.sandbox.control.faults({ status: { path: '/messages', code: 502 } });
			await sendTo(lost);
			await at.sandbox.control.faults({});
			await sendTo(last);
			await at.hear();
		}

		async function minutesPass(minutes: number): Promise<void> {
			for (let passed = 0; passed < minutes; passed += 5) {
				clock.ahead += 5 * MINUTE;
				await hearOther();
			}
		}

		it('the report and the recipients show an unconfirmed message without a trace, after 15 minutes', async () => {
			await loseOne();
			await minutesPass(10);
			expect((await at.campaigns.report('spring')).noTrace).toBeUndefined();
			await minutesPass(5);
			const report = await at.campaigns.report('spring');
			expect(report).toMatchObject({ noTrace: 1, counts: { unconfirmed: 1, delivered: 2 } });
			const shown = await at.recipients();
			expect(shown[lost]).toMatchObject({ state: 'unconfirmed', noTrace: true });
			expect(shown[first]).not.toHaveProperty('noTrace');
		});

		it('the recipients show it, if nobody has asked for the report', async () => {
			await loseOne();
			await minutesPass(15);
			expect((await at.recipients())[lost]).toMatchObject({ noTrace: true });
		});

		it('only an explicit retry sends it again', async () => {
			await loseOne();
			await minutesPass(15);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([first, last]);
			expect(await at.campaigns.retry('spring', 'unconfirmedWithoutTrace')).toBe(1);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([first, lost, last]);
			expect(await at.campaigns.retry('spring', 'unconfirmedWithoutTrace')).toBe(0);
		});

		it('that retry leaves an unconfirmed message alone that may have a trace', async () => {
			await loseOne();
			clock.ahead += 60 * MINUTE;
			expect(await at.campaigns.retry('spring', 'unconfirmedWithoutTrace')).toBe(0);
			expect(await at.counts()).toMatchObject({ unconfirmed: 1 });
			expect(await at.campaigns.retry('spring', 'unconfirmed')).toBe(1);
		});

		it('nor one whose template the platform holds for quality', async () => {
			await loseOne();
			await at.sandbox.control.startPacing('hello');
			const [held] = customers(4).slice(-1) as [string];
			await sendTo(held);
			await minutesPass(15);
			expect((await at.recipients())[lost]).toMatchObject({ state: 'unconfirmed' });
			expect((await at.recipients())[lost]).not.toHaveProperty('noTrace');
		});
	},
	{ runtime, now: Date.now },
);
