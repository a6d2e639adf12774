import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const HOUR = 3_600_000;
const once = { campaign: 'spring' };

let stage: Stage;
beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage.close());

const sentTo = (to: string) => stage.sandbox.control.sent().filter((message) => message.to === to);

describe('under a campaign key', () => {
	it('a customer, however named, gets one message', async () => {
		const { sender, intent, content } = stage;
		const first = await sender.send(intent, content, once);
		const again = await sender.send({ ...intent, to: '+49 170 1234567' }, content, once);
		expect(first).toMatchObject({ action: 'template', messageId: expect.any(String) });
		expect(again).toMatchObject({ messageId: first.messageId, repeated: true });
		expect(sentTo(CUSTOMER)).toHaveLength(1);
	});

	it('also if only later it shows that two names are one customer', async () => {
		const { sender, intent, content, store } = stage;
		const first = await sender.send(intent, content, once);
		const userId = 'DE.13491208655302741918';
		await store.apply({ aliases: [{ scope: intent.channel, alias: CUSTOMER, contact: '1' }] });
		await store.apply({ aliases: [{ scope: intent.channel, alias: userId, contact: CUSTOMER }] });
		expect(await sender.send({ ...intent, to: userId }, content, once)).toMatchObject({
			messageId: first.messageId,
			repeated: true,
		});
		expect(stage.sandbox.control.sent()).toHaveLength(1);
	});

	it('another campaign is another message', async () => {
		const { sender, intent, content } = stage;
		await sender.send(intent, content, once);
		await sender.send(intent, content, { campaign: 'summer' });
		expect(sentTo(CUSTOMER)).toHaveLength(2);
	});

	it('a customer who was planned in the campaign gets nothing beside it', async () => {
		const { sender, intent, content } = stage;
		const { channel, to, template } = intent;
		await sender.campaigns.plan({ id: 'spring', channel, template }, [{ to }]);
		expect(await sender.send(intent, content, once)).toMatchObject({ action: 'hold', repeated: true });
		await sender.campaigns.sendDue();
		expect(await sender.send(intent, content, once)).toMatchObject({ repeated: true });
		expect(sentTo(CUSTOMER)).toHaveLength(1);
	});

	it('a message that is kept counts as sent: it goes out when it may, and once', async () => {
		const { sender, sandbox, intent, content, hear } = stage;
		await sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
		await hear();
		const held = await sender.send(intent, content, once);
		expect(held).toMatchObject({ action: 'hold', rule: 'agent-holds' });
		const { rule, reason, retryAt } = held;
		const kept = () => sender.keep(intent, { template: {} }, { ...once, rule, reason, dueAt: retryAt });
		expect(await kept()).toMatchObject({ state: 'held', repeated: false });
		expect(await kept()).toMatchObject({ repeated: true });
		expect(await sender.send(intent, content, once)).toMatchObject({
			action: 'hold',
			rule: 'planned-before',
			repeated: true,
		});

		await sandbox.clock.advance(25 * HOUR);
		expect(await sender.campaigns.sendDue()).toMatchObject({ accepted: 1 });
		expect(await sender.send(intent, content, once)).toMatchObject({ repeated: true });
		expect(sentTo(CUSTOMER)).toHaveLength(1);
	});
});
