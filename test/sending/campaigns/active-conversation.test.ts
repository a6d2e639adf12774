import { customers, HOUR, inEachDatabase } from './scene';

const DAY = 24 * HOUR;

// The sandbox refuses templates in an active conversation; the policy `platform` sends them.
inEachDatabase((at) => {
	const [ada, bob] = customers(2) as [string, string];
	const of = async (to: string) => (await at.recipients())[to]!;
	const plan = (...recipients: Parameters<typeof at.plan>[0]) => at.plan(recipients, { policy: 'platform' });
	const closesAt = async () =>
		(await at.engine.conversation({ channel: at.spring.channel, to: ada })).windowClosesAt;

	async function adaWrote() {
		await at.sandbox.control.customerWrites({ from: ada, text: 'Hi' });
		await at.hear();
	}

	const HELD = { state: 'held', rule: 'template-in-active-conversation' };

	describe('a recipient whose template is refused for the active conversation', () => {
		it('is held until the window closes, the others go on, and it is reached then', async () => {
			await adaWrote();
			const closes = await closesAt();
			await at.later(HOUR);
			await plan(ada, bob);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1, held: 1, failed: 0 });
			expect(await of(ada)).toMatchObject({ ...HELD, due: closes, refusals: 1 });
			expect((await of(ada)).reason).toContain('Template sent in an active conversation');
			expect(await at.campaigns.sendDue()).toMatchObject({ claimed: 0, nextDueAt: closes });
			await at.later(DAY);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
			expect(at.reached()).toEqual([ada, bob]);
		});

		it('is held again if the customer writes again', async () => {
			await adaWrote();
			await plan(ada);
			await at.campaigns.sendDue();
			await at.later(DAY - HOUR);
			await adaWrote();
			await at.later(HOUR);
			expect(await at.campaigns.sendDue()).toMatchObject({ held: 1, failed: 0 });
			expect(await of(ada)).toMatchObject({ ...HELD, due: await closesAt() });
			await at.later(DAY);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([ada]);
		});

		it('gets the freeform content at once if it has some', async () => {
			await at.sandbox.control.customerWrites({ from: ada, text: 'Nobody hears this' });
			await plan({ to: ada, freeform: { type: 'text', text: { body: 'Hello' } } });
			await at.campaigns.sendDue();
			expect(at.sandbox.control.sent()).toMatchObject([{ to: ada, type: 'text' }]);
		});

		it('waits in the same way if it is a kept message', async () => {
			await adaWrote();
			await at.sender.keep({ ...at.intent, to: ada }, {}, { policy: 'platform' });
			expect(await at.campaigns.sendDue()).toMatchObject({ held: 1, failed: 0 });
			await at.later(DAY);
			expect(await at.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		});
	});

	describe('a refusal without a code and words of its own', () => {
		it.each([100, 131009, 135000, 199_999])('%d: is held while the window is open', async (code) => {
			await adaWrote();
			await at.sandbox.control.faults({ error: { code, details: 'Try another time' } });
			await plan(ada);
			await at.campaigns.sendDue();
			expect(await of(ada)).toMatchObject({ ...HELD, due: await closesAt() });
			await at.sandbox.control.faults({});
			await at.later(DAY);
			await at.campaigns.sendDue();
			expect(at.reached()).toEqual([ada]);
		});

		it('fails once the window has closed', async () => {
			await adaWrote();
			await at.sandbox.control.faults({ error: { code: 100, details: 'Try another time' } });
			await plan(ada);
			await at.campaigns.sendDue();
			await at.later(DAY);
			expect(await at.campaigns.sendDue()).toMatchObject({ failed: 1 });
		});

		it('fails if its code names another cause', async () => {
			await adaWrote();
			await at.sandbox.control.faults({ error: { code: 132012 } });
			await plan(ada);
			expect(await at.campaigns.sendDue()).toMatchObject({ failed: 1 });
		});
	});
});
