import { askedBy, countStatements } from '../../tools/bench/send/count-statements';
import { parseWebhook, policies, savePrices } from '../../engine';
import { createSender } from '../../sending';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';
import { messageStatus } from '../support/wire';

const HOUR = 3_600_000;
const OTHER = '491701111111';

let stopCounting: () => void;
beforeAll(() => {
	stopCounting = countStatements();
});
afterAll(() => stopCounting());

describe.each(DATABASES)('on %s, a message that the rules allow takes', (_, placeOf) => {
	let place: StorePlace;
	let stage: Stage;
	beforeEach(async () => {
		place = placeOf();
		stage = await openStage({ place });
		// Otherwise the store forgets what is old beside the sends.
		await stage.store.retention.takeTurn(stage.store.runtime.now(), HOUR);
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		// The first message learns the template and the gateway's clock.
		await stage.sender.send({ ...stage.intent, to: OTHER }, stage.content);
	});
	afterEach(async () => {
		await stage.close();
		await place.remove();
	});

	it.each([
		['freeform', CUSTOMER],
		['a template', '491702222222'],
	])('at most 15 statements in two transactions: %s', async (form, to) => {
		let messageId: string | undefined;
		const asked = await askedBy(async () => {
			({ messageId } = await stage.sender.send({ ...stage.intent, to }, stage.content));
		});
		expect(stage.sandbox.control.sent().at(-1)).toMatchObject({
			id: messageId,
			type: form === 'freeform' ? 'text' : 'template',
		});
		expect(asked.statements).toBeLessThanOrEqual(15);
		expect(asked.transactions).toBe(2);
	});

	describe('and whose account has prices', () => {
		beforeEach(async () => {
			await savePrices(
				stage.store,
				{
					account: stage.sandbox.accountId,
					currency: 'EUR',
					timeZone: 'Europe/Berlin',
					firstDay: '2020-01-01',
					rows: [{ Market: 'Germany', Marketing: '0.10', Utility: '0.04', Service: '0.03' }],
				},
				stage.store.runtime.now(),
			);
			await stage.sender.send({ ...stage.intent, to: OTHER }, stage.content);
			await stage.hear();
		});

		it('at most 13 statements in two transactions', async () => {
			const asked = await askedBy(async () => {
				await stage.sender.send({ ...stage.intent, to: '491702222222' }, stage.content);
			});
			expect(asked.statements).toBeLessThanOrEqual(13);
			expect(asked.transactions).toBe(2);
		});

		it('at most 16 under a cap', async () => {
			const rules = policies.strict.rules.map((rule) =>
				rule.name === 'spend-cap' ? { ...rule, enabled: true } : rule,
			);
			const engine = stage.engine.withPolicy({ ...policies.strict, name: 'capped', rules });
			const capped = createSender({ engine, gateway: stage.gateway });
			const intent = { ...stage.intent, category: 'MARKETING' };
			await capped.send({ ...intent, to: OTHER }, stage.content);
			const asked = await askedBy(async () => {
				await capped.send({ ...intent, to: '491702222222' }, stage.content);
			});
			expect(asked.statements).toBeLessThanOrEqual(16);
			expect(asked.transactions).toBe(2);
		});

		it.each([
			['first', 'sent', 14],
			['second', 'delivered', 12],
		])('and its %s status (%s) takes at most %i in one', async (_which, status, most) => {
			const { messageId: id } = await stage.sender.send(
				{ ...stage.intent, to: '491702222222' },
				stage.content,
			);
			const pricing = { pricing_model: 'PMP', billable: true, type: 'regular', category: 'utility' };
			const at = stage.store.runtime.now();
			const hears = (one: string) => {
				const body = messageStatus({ at, id, status: one, to: '491702222222', pricing });
				body.entry[0]!.id = stage.sandbox.accountId;
				return stage.engine.ingest(parseWebhook(body, at));
			};
			if (status !== 'sent') await hears('sent');
			const asked = await askedBy(async () => void (await hears(status)));
			expect(asked.statements).toBeLessThanOrEqual(most);
			expect(asked.transactions).toBe(1);
		});
	});
});
