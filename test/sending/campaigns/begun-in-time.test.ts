import { systemRuntime } from '../../../base';
import type { DecideAll } from '../../../sending/campaigns/decide-messages';
import { messageDecider } from '../../../sending/campaigns/decide-messages';
import { openDispatcher } from '../../../sending/campaigns/dispatch/dispatcher';
import { openSendSummary } from '../../../sending/campaigns/dispatch/send-summary';
import { openPolicyEngines } from '../../../sending/campaigns/policy-engines';
import { turns } from '../../support/until';
import { customers, inEachDatabase, SECOND } from './scene';

const BEGIN = Date.now();

/** A clock that advances only when a test says so. Epoch ms */
const clock = { now: BEGIN };

/** The store's clock advances on its own, and with that one. */
const runtime = { ...systemRuntime, now: () => Date.now() + clock.now - BEGIN };

const WITHIN = 15 * SECOND;
const LEASE = 60 * SECOND;

inEachDatabase(
	(at) => {
		const [to] = customers(1) as [string];

		/** Sends what is due, where something happens after the rules were asked for the first time. */
		async function sendWhere(happens: () => Promise<void>) {
			const ask = messageDecider(at.engine.runtime, async () => {}, openPolicyEngines(at.engine));
			const asked: string[] = [];
			const decideAll: DecideAll = async (messages) => {
				const decisions = await ask(messages);
				if (asked.length === 0) await happens();
				asked.push(...messages.map(({ message }) => message.to));
				return decisions;
			};
			const summary = openSendSummary(at.engine.runtime);
			const parts = {
				engine: at.engine,
				decideAll,
				summary,
				channel: at.spring.channel,
				clock: { note: () => at.engine.now(), freshen: async () => {}, measure: async () => {} },
				learn: async () => {},
				isOver: () => false,
			};
			await openDispatcher(parts, at.gateway).run();
			return { asked, summary: summary.read('nothing-due') };
		}

		const hears = (status: string) =>
			at.engine.record({
				kind: 'templates-listed',
				channel: at.spring.channel,
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

		it('a worker that claims its own message again after its lease sends it once, however late the first one is given back', async () => {
			const { campaigns } = at.engine.store;
			const [claim, begin, end] = [campaigns.claim, campaigns.begin, campaigns.end];
			let [givesBack, beginsAgain] = [() => {}, () => {}];
			const hasGivenBack = new Promise<void>((resolve) => (givesBack = resolve));
			const hasBegunAgain = new Promise<void>((resolve) => (beginsAgain = resolve));
			jest.spyOn(campaigns, 'begin').mockImplementation(async (starts, ...asked) => {
				givesBack();
				const begun = await begin(starts, ...asked);
				if (starts.length > 0) beginsAgain();
				return begun;
			});
			jest.spyOn(campaigns, 'end').mockImplementationOnce(async (ends) => {
				await hasBegunAgain;
				await end(ends);
			});
			let claims = 0;
			jest.spyOn(campaigns, 'claim').mockImplementation(async (due) => {
				claims += 1;
				if (claims === 2) await hasGivenBack;
				return claim(due);
			});
			const { asked } = await sendWhere(async () => void (clock.now += LEASE));
			expect(asked).toEqual([to, to]);
			expect(at.reached()).toEqual([to]);
			expect(await at.counts()).toEqual({ accepted: 1 });
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
				void turns().then(givenBack);
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
	{ now: () => clock.now, runtime },
);
