import { sleep } from '../../base';
import type { CampaignScene } from '../sending/campaigns/scene';
import { customers, openCampaignScene } from '../sending/campaigns/scene';
import { recordReliability } from '../../tools/docs/record-reliability';
import { inPostgres } from '../support/stores';
import { fastRuntime, followTime } from './support/fast-time';

jest.setTimeout(300_000);

const MINUTE = 60_000;
/** How long the gateway answers 500, in the time of the test. */
const OUTAGE = 10 * MINUTE;
/** How many times as fast time passes. */
const TIMES = Number(process.env.FAULT_SPEED ?? 10);
const PER_SECOND = 2;
/** Enough that the campaign begins before the outage and ends after it: at this speed, many slots are missed. */
const RECIPIENTS = 150;
/** Five lost answers in a row halt the number, for 30 s, then twice as long each time, up to 10 minutes. */
const MOST_UNCONFIRMED = 5 * 8;

let scene: CampaignScene;
let endFollowing: () => Promise<void>;
const runtime = fastRuntime(TIMES);
beforeEach(async () => {
	scene = await openCampaignScene(inPostgres(), { perSecond: PER_SECOND, runtime });
	endFollowing = followTime(scene.sandbox, runtime);
});
afterEach(async () => {
	await endFollowing();
	await scene.close();
});

const states = async () => {
	const { counts } = await scene.campaigns.report('spring');
	return counts;
};

/** Sends what is due, as a schedule does, until nobody waits any more or time is up. */
async function sendFor(ms: number): Promise<void> {
	const until = runtime.now() + ms;
	while (runtime.now() < until) {
		await scene.campaigns.sendDue({ budgetMs: Math.min(50_000, until - runtime.now()) });
		const { planned, claimed, sending, held } = await states();
		if (planned + claimed + sending + held === 0) return;
		await sleep(runtime, 10_000);
	}
}

it.each([
	['without a code, so that nobody knows what became of the message', { error: 'Internal Server Error' }],
	[
		"with the platform's code for a service that is unavailable",
		{ error: { code: 131016, message: 'Service unavailable', title: 'Service unavailable' } },
	],
])(
	'the gateway answers 500 to every message for ten minutes, %s: nobody gets two messages, and everyone who was not given up as unconfirmed gets one afterwards',
	async (how, body) => {
		const { sandbox, campaigns } = scene;
		await scene.plan(customers(RECIPIENTS));
		await sendFor(MINUTE);
		const before = (await states()).accepted;
		await sandbox.control.faults({ status: { path: '/messages', code: 500, body } });
		await sendFor(OUTAGE);
		const during = await states();
		expect(during.accepted).toBe(before);
		await sandbox.control.faults({});
		await sendFor(60 * MINUTE);

		const after = await states();
		const sentTo = scene.reached();
		const twice = sentTo.filter((to, index) => sentTo.indexOf(to) !== index);
		const open = after.planned + after.claimed + after.sending + after.held;
		recordReliability({
			id: `gateway-500-${'code' in Object(body.error) ? 'with-code' : 'without-code'}`,
			group: 'faults',
			promise: `Nobody gets a message of a campaign twice, and every recipient ends, when the gateway answers 500 for ten minutes ${how}.`,
			suite: 'test/faults/gateway.test.ts',
			command: 'npm run test:faults -- faults/gateway',
			rounds: 10,
			of: `minutes of 500, at ${TIMES} times the speed`,
			tried: `${RECIPIENTS} recipients`,
			lost: open + after.failed + after.skipped,
			twice: twice.length,
			figures: { 'sent before': before, 'sent in all': sentTo.length, unconfirmed: after.unconfirmed },
		});
		expect(before).toBeGreaterThan(0);
		expect(twice).toEqual([]);
		expect(after).toMatchObject({ planned: 0, claimed: 0, sending: 0, held: 0, failed: 0, skipped: 0 });
		expect(sentTo.length + after.unconfirmed).toBe(RECIPIENTS);
		// Only what went out before the number was halted, and what tried the gateway again.
		expect(after.unconfirmed).toBeLessThanOrEqual(MOST_UNCONFIRMED);

		// Someone who accepts that a message may come twice sends the rest: here, none has arrived.
		await scene.hear();
		await campaigns.retry('spring', 'unconfirmed');
		await sendFor(30 * MINUTE);
		expect(new Set(scene.reached()).size).toBe(RECIPIENTS);
		expect(scene.reached()).toHaveLength(RECIPIENTS);
	},
);
