import { CUSTOMER } from './stage';
import { HOUR, inEachDatabase, MINUTE } from './campaigns/scene';

const NOBODY_ANSWERED = /^The customer wrote at .*, and nothing has tried to answer: /;

inEachDatabase((at) => {
	const channel = () => at.spring.channel;
	const timeline = () => at.engine.timeline({ channel: channel(), to: CUSTOMER, limit: 100 });
	const kinds = async () => (await timeline()).map(({ kind }) => kind);
	const last = async () => (await timeline()).at(-1)!;
	const isoOf = (time: number) => new Date(time).toISOString();

	async function writes(message: object = { text: 'Where is my order?' }): Promise<void> {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, ...message });
		await at.hear();
		await passes(2 * MINUTE);
	}
	/** So long after the customer wrote, nothing else has happened. */
	const passes = (ms: number) => at.engine.observeClock(channel(), at.sandbox.clock.now() + ms);

	describe('the timeline of a customer who wrote last', () => {
		it('tells that nothing has tried to answer, and when the window closes', async () => {
			await at.sender.send(at.intent, at.content);
			await at.later(HOUR);
			await writes();
			const wrote = (await timeline()).find(({ kind }) => kind === 'message')!.at;
			expect(await last()).toMatchObject({
				kind: 'next',
				contact: CUSTOMER,
				sentence: `The customer wrote at ${isoOf(wrote)}, and nothing has tried to answer: no workflow asked to send a message. The conversation window closes at ${isoOf(wrote + 24 * HOUR)}. To see whether a workflow ran, look at that time in n8n's list of executions.`,
			});
		});

		it('tells when the window closed, from that moment on', async () => {
			await writes();
			const closes = (await timeline())[0]!.at + 24 * HOUR;
			await at.engine.observeClock(channel(), closes);
			expect((await last()).sentence).toContain(` The conversation window closed at ${isoOf(closes)}. `);
		});

		it('tells it of the last message', async () => {
			await writes();
			await at.sender.send(at.intent, at.content);
			await at.later(HOUR);
			await writes();
			const wrote = (await timeline()).findLast(({ kind }) => kind === 'message')!.at;
			expect((await last()).sentence).toContain(`The customer wrote at ${isoOf(wrote)}, `);
		});

		it('tells it also if the customer opted out, or took a message back since', async () => {
			await writes();
			const { at: wrote } = (await timeline())[0]!;
			await at.later(HOUR);
			await at.sandbox.control.optOut(CUSTOMER);
			await writes({ type: 'revoke', message: {} });
			expect((await kinds()).sort()).toEqual(['message', 'message', 'next', 'preference']);
			expect((await last()).sentence).toContain(`The customer wrote at ${isoOf(wrote)}, `);
		});
	});

	describe('nothing of the kind is told', () => {
		it('within a minute, in which a workflow may just have started', async () => {
			await writes();
			await passes(MINUTE / 2);
			expect(await kinds()).toEqual(['message']);
			await passes(MINUTE + MINUTE / 2);
			expect(await kinds()).toEqual(['message', 'next']);
		});

		it('once something is decided, also if nothing went out', async () => {
			await writes();
			await at.sender.send({ ...at.intent, template: undefined }, {});
			expect(await kinds()).toEqual(['message', 'decision']);
		});

		it('once something was sent without asking the rules', async () => {
			await writes();
			await at.sender.send(at.intent, at.content, { as: 'freeform' });
			expect((await timeline()).map(({ sentence }) => sentence).join()).not.toMatch(NOBODY_ANSWERED);
		});

		it('once a workflow said who answers', async () => {
			await writes();
			const now = await at.engine.now(channel());
			await at.engine.record({ kind: 'human-set', channel: channel(), to: CUSTOMER, active: true, at: now });
			expect(await kinds()).toEqual(['message', 'told']);
		});

		it('if the message answers a question, so that an execution continues', async () => {
			await writes();
			const now = await at.engine.now(channel());
			const wait = { id: 'w1', token: 'token', resumeUrl: 'https://n8n.example/w1', askedAt: now };
			const about = { channel: channel(), contact: CUSTOMER, question: { kind: 'text' } } as const;
			await at.store.waits.ask({ ...wait, ...about }, now);
			await at.later(HOUR);
			await writes({ text: 'Yes' });
			expect(await kinds()).toEqual(['message', 'wait', 'message']);
		});

		it('if decisions of that time aren’t kept', async () => {
			await writes();
			await at.store.retention.set({ decisions: 0 });
			expect(await kinds()).toEqual(['message']);
		});
	});
});
