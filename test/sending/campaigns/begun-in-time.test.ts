import type { DecideAll } from '../../../sending/campaigns/dispatch/decide-message';
import { messageDecider } from '../../../sending/campaigns/dispatch/decide-message';
import { openLane } from '../../../sending/campaigns/dispatch/lane';
import { openTally } from '../../../sending/campaigns/dispatch/tally';
import { openPolicyEngines } from '../../../sending/campaigns/dispatch/policy-engines';
import { customers, inEachDatabase, SECOND } from './scene';

/** A clock that goes on only where a test says so. Epoch ms */
const clock = { now: Date.now() };

const WITHIN = 15 * SECOND;

inEachDatabase(
	(at) => {
		const [to] = customers(1) as [string];

		/** Sends what is due, where something happens after the rules were asked for the first time. */
		async function sendWhere(happens: () => Promise<void>) {
			const engineOf = openPolicyEngines(at.engine);
			const ask = messageDecider(async () => {}, engineOf);
			const asked: string[] = [];
			const decideAll: DecideAll = async (messages) => {
				const decisions = await ask(messages);
				if (asked.length === 0) await happens();
				asked.push(...messages.map(({ message }) => message.to));
				return decisions;
			};
			const tally = openTally();
			await openLane({
				...{ engine: at.engine, gateway: at.gateway, decideAll, engineOf, tally },
				...{ channel: at.spring.channel, perSecond: 1_000, random: Math.random },
				clock: { note: async () => {}, freshen: async () => {} },
				learn: async () => {},
				isOver: () => false,
			}).run();
			return { asked, summary: tally.summary('nothing-due') };
		}

		const hears = (status: string) =>
			at.engine.record({
				...{ kind: 'templates-listed', channel: at.spring.channel },
				templates: [{ name: 'hello', language: 'en_US', status, category: 'UTILITY' }],
			});

		beforeEach(async () => {
			await hears('APPROVED');
			await at.plan([to]);
		});

		it.each([
			['at once is decided once', 0, 1],
			['15 s after its claim is decided once', WITHIN, 1],
			['later than that is given back and decided anew', WITHIN + 1, 2],
		])('a message that begins %s, and goes out once', async (_, passes, times) => {
			const { asked, summary } = await sendWhere(async () => void (clock.now += passes));
			expect(asked).toEqual(Array.from({ length: times }, () => to));
			expect(summary).toMatchObject({ claimed: 1, accepted: 1, held: 0 });
			expect(at.reached()).toEqual([to]);
		});

		it('what has changed meanwhile counts', async () => {
			const { asked } = await sendWhere(async () => {
				clock.now += WITHIN + 1;
				await hears('PAUSED');
			});
			expect(asked).toEqual([to, to]);
			expect(await at.counts()).toEqual({ held: 1 });
			expect(at.reached()).toEqual([]);
		});
	},
	{ now: () => clock.now },
);
