import type { DecideAll } from '../../../sending/campaigns/decide-messages';
import { messageDecider } from '../../../sending/campaigns/decide-messages';
import { openDispatcher } from '../../../sending/campaigns/dispatch/dispatcher';
import { openSendSummary } from '../../../sending/campaigns/dispatch/send-summary';
import { openPolicyEngines } from '../../../sending/campaigns/policy-engines';
import { customers, inEachDatabase, SECOND } from './scene';

/** A clock that advances only when a test says so. Epoch ms */
const clock = { now: Date.now() };

const WITHIN = 15 * SECOND;

inEachDatabase(
	(at) => {
		const [to] = customers(1) as [string];

		/** Sends what is due, where something happens after the rules were asked for the first time. */
		async function sendWhere(happens: () => Promise<void>) {
			const engineOf = openPolicyEngines(at.engine);
			const ask = messageDecider(at.engine.runtime, async () => {}, engineOf);
			const asked: string[] = [];
			const decideAll: DecideAll = async (messages) => {
				const decisions = await ask(messages);
				if (asked.length === 0) await happens();
				asked.push(...messages.map(({ message }) => message.to));
				return decisions;
			};
			const summary = openSendSummary(at.engine.runtime);
			const parts = {
				...{ engine: at.engine, decideAll, engineOf, summary, channel: at.spring.channel },
				clock: { note: () => at.engine.now(), freshen: async () => {}, measure: async () => {} },
				learn: async () => {},
				isOver: () => false,
			};
			await openDispatcher(parts, at.gateway).run();
			return { asked, summary: summary.read('nothing-due') };
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

		it('a message that is given back while the next claim looks is claimed again by the same run', async () => {
			const { campaigns } = at.engine.store;
			const claim = campaigns.claim.bind(campaigns);
			const end = campaigns.end.bind(campaigns);
			let looked = () => {};
			let givenBack = () => {};
			const hasLooked = new Promise<void>((resolve) => (looked = resolve));
			const isGivenBack = new Promise<void>((resolve) => (givenBack = resolve));
			jest.spyOn(campaigns, 'end').mockImplementation(async (...ends) => {
				await hasLooked;
				await end(...ends);
				setTimeout(givenBack, 50);
			});
			jest.spyOn(campaigns, 'claim').mockImplementation(async (due) => {
				const claimed = await claim(due);
				if (claimed.recipients.length > 0) return claimed;
				looked();
				await isGivenBack;
				return claimed;
			});
			const { asked } = await sendWhere(async () => void (clock.now += WITHIN + 1));
			expect(asked).toEqual([to, to]);
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
