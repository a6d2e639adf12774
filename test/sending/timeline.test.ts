import type { Intent, TimelineEntry } from '../../engine';
import { createEngine, toldLater } from '../../engine';
import { createSender, type KeptContent } from '../../sending';
import { CUSTOMER } from './stage';
import { HOUR, inEachDatabase } from './campaigns/scene';

inEachDatabase((at) => {
	const channel = () => at.spring.channel;

	const timeline = (to = CUSTOMER, more = {}) =>
		at.engine.timeline({ channel: channel(), to, limit: 100, ...more });

	const trace = (message: string) => at.engine.trace({ channel: channel(), message });

	const sentences = (entries: TimelineEntry[]) => entries.map((entry) => entry.sentence);
	const kinds = (entries: TimelineEntry[]) => entries.map(({ kind }) => kind);

	async function writes(text = 'Where is my order?'): Promise<void> {
		await at.sandbox.control.customerWrites({ from: CUSTOMER, text });
		await at.hear();
	}

	const send = (options = {}) => at.sender.send(at.intent, at.content, options);

	describe('the timeline of a customer', () => {
		it('tells what came in, what was decided and why, what was sent, and each status', async () => {
			await writes();
			const { reason } = await send();
			await at.hear();
			expect(sentences(await timeline())).toEqual([
				'The customer wrote: “Where is my order?”',
				`Allowed as a freeform message by the rule window-open of the policy strict (version 8): ${reason}`,
				expect.stringMatching(/^Sent a freeform message\./),
				'The platform sent it to the customer.',
				'Delivered.',
			]);
		});

		it('quotes a caption, the name of a document, and what was sent if texts are kept', async () => {
			const engine = createEngine({ store: at.store, keepSentTexts: true });
			const sender = createSender({ engine, gateway: at.gateway });
			const { control } = at.sandbox;
			await control.customerWrites({ from: CUSTOMER, type: 'image', message: { caption: 'It is\nbroken' } });
			await control.customerWrites({
				from: CUSTOMER,
				type: 'document',
				message: { caption: '', filename: 'bill.pdf' },
			});
			await control.customerWrites({ from: CUSTOMER, type: 'image', message: { caption: '' } });
			await at.hear();
			const { messageId } = await sender.send(at.intent, at.content);
			expect(sentences(await timeline()).filter((each) => !/^(Allowed|Sent)/.test(each))).toEqual([
				'The customer sent a message of the type image: “It is broken”',
				'The customer sent a message of the type document: “bill.pdf”',
				'The customer sent a message of the type image.',
			]);
			for (const entries of [await timeline(), await trace(messageId!)])
				expect(sentences(entries)).toContainEqual(expect.stringMatching(/^Sent a freeform message: “.+”\./));
		});

		it('tells of hand-overs and opt-outs, and that nothing sends a held message by itself', async () => {
			await writes();
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
			await at.sandbox.control.optOut(CUSTOMER);
			await at.hear();
			const { reason } = await send();
			const entries = await timeline();
			expect(kinds(entries)).toEqual(['message', 'handover', 'preference', 'decision', 'next']);
			expect(sentences(entries)).toEqual([
				expect.anything(),
				'The business agent holds the conversation from now on.',
				'The customer opted out of marketing messages.',
				`Held by the rule agent-holds of the policy strict (version 8): ${reason}`,
				expect.stringMatching(/^Nothing sends this message by itself\./),
			]);
		});

		/** A message is kept until the window closes, because the agent holds the conversation. */
		async function keeps() {
			await writes();
			await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
			await at.hear();
			const { retryAt, rule, reason } = await send({ once: 'a' });
			const freeform = { type: 'text', text: { body: 'Here it is' } } as const;
			await at.sender.keep(at.intent, { freeform }, { once: 'a', dueAt: retryAt, rule, reason });
			return { retryAt, reason };
		}

		it('tells what waits, and when it is looked at, and why, unless the newest decision says so', async () => {
			const { retryAt, reason } = await keeps();
			const last = (await timeline()).at(-1)!;
			expect(last).toMatchObject({ kind: 'next', at: retryAt });
			const waits = `A message is waiting: the template hello (en_US), or in an open window “Here it is”. Send Due looks at it the first time it runs after ${new Date(retryAt!).toISOString()}.`;
			expect(last.sentence).toBe(waits);
			await send({ once: 'b' });
			expect((await timeline()).at(-1)!.sentence).toBe(`${waits} It waits because: ${reason}`);
		});

		it('tells what a message waited for as past once it is due, for Send Due asks the rules anew', async () => {
			const { reason } = await keeps();
			await at.later(24 * HOUR);
			await at.sender.measureClock(at.sandbox.phoneNumberId);
			expect((await timeline()).at(-1)!.sentence).toBe(
				`A message is waiting: the template hello (en_US), or in an open window “Here it is”. Send Due looks at it the next time it runs. When it was last looked at, it waited because: ${toldLater(reason, Infinity)}`,
			);
		});

		const order = { name: 'order', language: 'en_US' };
		const components = [{ type: 'body', parameters: [{ type: 'text', text: '4711' }] }];
		const SAYS: ReadonlyArray<readonly [what: string, intent: Partial<Intent>, KeptContent, told: string]> = [
			['freeform', {}, { freeform: { type: 'text', text: { body: 'Hello' } } }, '“Hello”'],
			[
				'a picture without words',
				{},
				{ freeform: { type: 'image', image: { link: 'https://x.example/a.png' } } },
				'a message of the type image',
			],
			[
				'a template with a variable',
				{ template: order },
				{ template: { components } },
				'the template order (en_US): “4711”',
			],
		];
		it.each(SAYS)('tells what a message says that waits: %s', async (_, about, content, told) => {
			await at.sender.keep({ ...at.intent, template: undefined, ...about }, content, { once: 'a' });
			const last = (await timeline()).at(-1)!.sentence;
			expect(last.startsWith(`A message is waiting: ${told}. Send Due`)).toBe(true);
		});

		it('tells that a campaign is paused, and why', async () => {
			await at.plan([CUSTOMER]);
			await at.campaigns.pause('spring', 'The offer has a mistake.');
			expect(sentences(await timeline())).toEqual([
				"A message in the campaign spring is waiting: the template hello (en_US). The campaign is paused: The offer has a mistake. The message isn't sent until somebody resumes the campaign.",
			]);
		});

		it.each([
			['by its name', { workflowName: 'Send Due' }, '“Send Due”'],
			['by its ID if it has no name', {}, 'with the ID w7'],
		])('tells which workflow looks at a message of a campaign that waits, %s', async (_, named, told) => {
			await writes();
			await at.plan([CUSTOMER]);
			const origin = { workflow: 'w7', execution: '70', ...named };
			await createSender({ engine: at.engine, gateway: at.gateway, origin }).campaigns.sendDue();
			const entries = await timeline();
			const last = entries.at(-1)!;
			expect(last.kind).toBe('next');
			expect(entries.find(({ kind }) => kind === 'decision')).toMatchObject({ campaign: 'spring' });
			expect(last.sentence).toContain(
				`A message in the campaign spring is waiting: the template hello (en_US). Send Due of the workflow ${told}, which has to be published, looks at it the first time it runs after `,
			);
		});

		describe('who was in a campaign', () => {
			const since = async () => (await at.engine.now(channel())) - HOUR;
			const planned = async (more = {}) => {
				await at.plan([CUSTOMER], more);
				return since();
			};

			it('tells that the recipient was cancelled, in which campaign, and when', async () => {
				const from = await planned();
				const now = await at.engine.now(channel());
				await at.campaigns.cancelRecipients('spring', [CUSTOMER], 'They moved away.');
				const [cancelled, ...others] = await timeline(CUSTOMER, { since: from });
				expect(others).toEqual([]);
				expect(cancelled).toMatchObject({
					kind: 'decision',
					campaign: 'spring',
					sentence: 'Cancelled before it was sent in the campaign spring: They moved away.',
				});
				expect(cancelled!.at).toBeGreaterThanOrEqual(Math.floor(now));
			});

			it('tells that the whole campaign was', async () => {
				const from = await planned();
				await at.campaigns.cancel('spring');
				expect(sentences(await timeline(CUSTOMER, { since: from }))).toEqual([
					'Cancelled before it was sent in the campaign spring: The campaign was cancelled.',
				]);
			});

			it('tells nothing of the kind about a message that was sent before', async () => {
				const from = await planned();
				await at.campaigns.sendDue();
				await at.campaigns.cancel('spring');
				expect(sentences(await timeline(CUSTOMER, { since: from })).join()).not.toContain('Cancelled');
			});
		});

		it('tells why the gateway refused a message, and how often a decision was repeated', async () => {
			await at.sandbox.control.faults({ error: { code: 131026, times: 1 } });
			await send();
			const entries = await timeline();
			expect(kinds(entries)).toEqual(['decision', 'refused']);
			expect(entries[1]!.sentence).toMatch(
				/^Refused: This message can't be delivered .* The gateway's error: \(#131026\) /,
			);
			for (let turn = 0; turn < 3; turn += 1) {
				await at.sender.send({ ...at.intent, template: undefined }, {}, { once: 'b' });
			}
			expect((await timeline()).at(-1)!.sentence).toMatch(
				/This was decided 2 times, this was the last one\.$/,
			);
		});

		it('tells a message that was sent as asked as such, and what the gateway said', async () => {
			await at.sandbox.control.faults({ error: { code: 131047, times: 1 } });
			await at.sender.send(at.intent, at.content, { as: 'freeform' });
			const [asked, refused, ...others] = await timeline();
			expect(asked!.sentence).toBe('A freeform message was asked for, without asking the rules.');
			expect(refused).toMatchObject({
				kind: 'refused',
				sentence: expect.stringMatching(/^Refused: .* Use Send Auto .* The gateway's error: \(#131047\) /),
			});
			expect(others).toEqual([]);
		});

		it('is found under every name, and begins when it is asked to', async () => {
			const userId = 'DE.13491208655302741918';
			await at.sandbox.control.customerWrites({ from: CUSTOMER, userId, text: 'Hi' });
			await at.hear();
			await send();
			await at.later(2 * HOUR);
			await writes('Hello?');
			expect(sentences(await timeline(userId))).toEqual(sentences(await timeline()));
			const since = (await at.engine.now(channel())) - HOUR;
			expect(sentences(await timeline(CUSTOMER, { since }))).toEqual(['The customer wrote: “Hello?”']);
		});

		it('quotes no more than the beginning of a long message, in one line', async () => {
			await writes(`Hello\n${'x'.repeat(500)}`);
			const [said] = sentences(await timeline());
			expect(said).toMatch(/^The customer wrote: “Hello x{114}…”$/);
		});
	});

	describe('the trace of a message', () => {
		it('is found by its ID, by its key, and by the execution that sent it', async () => {
			await writes();
			const origin = { workflow: 'w1', execution: '42' };
			const sender = createSender({ engine: at.engine, gateway: at.gateway, origin });
			const { messageId } = await sender.send(at.intent, at.content);
			await send();
			await at.hear();
			const found = await trace(messageId!);
			expect(kinds(found)).toEqual(['decision', 'sent', 'status', 'status']);
			expect(await trace(found[0]!.key!)).toEqual(found);
			expect(await trace('42')).toEqual(found);
		});

		it('of a message that did not go out says why', async () => {
			const origin = { execution: '43' };
			const sender = createSender({ engine: at.engine, gateway: at.gateway, origin });
			const { reason } = await sender.send({ ...at.intent, template: undefined }, at.content);
			expect(sentences(await trace('43'))).toEqual([
				`Skipped by the rule no-template of the policy strict (version 8): ${reason}`,
			]);
		});

		it('of nothing is empty', async () => {
			expect(await trace('wamid.none')).toEqual([]);
		});
	});
});
