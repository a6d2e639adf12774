import type { PolicyDocument, PolicyRule } from '../../engine';
import { createEngine, policies } from '../../engine';
import type { Sender } from '../../sending';
import { createSender } from '../../sending';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const OTHER = '491701234568';

let stage: Stage;
beforeEach(async () => {
	stage = await openStage();
	await stage.sandbox.control.addTemplate({
		name: 'sale',
		category: 'MARKETING',
		body: 'Half price today only.',
	});
});
afterEach(() => stage.close());

/** A sender under the strict policy with one of its optional rules switched on. */
function senderWith(name: string, conditions: PolicyRule['conditions']): Sender {
	const rules = policies.strict.rules.map((rule) =>
		rule.name === name ? { ...rule, enabled: true, conditions } : rule,
	);
	const policy: PolicyDocument = { ...policies.strict, name: 'capped', rules };
	const engine = createEngine({ store: stage.store, policy });
	return createSender({ engine, gateway: stage.gateway });
}

const send = (sender: Sender, template: string, to = CUSTOMER) =>
	sender.send({ ...stage.intent, to, template: { name: template, language: 'en_US' } }, {});

describe('what goes out counts for the caps of the next message', () => {
	it('a marketing template for the frequency cap, until the time has passed', async () => {
		const sender = senderWith('frequency-cap', {
			fact: 'marketingSent',
			operator: 'reaches',
			value: '1 per 24 h',
		});
		expect(await send(sender, 'hello')).toMatchObject({ action: 'template' });
		expect(await send(sender, 'sale')).toMatchObject({ action: 'template' });
		const held = await send(sender, 'sale');
		expect(held).toMatchObject({ action: 'hold', rule: 'frequency-cap' });
		expect(await send(sender, 'sale', OTHER)).toMatchObject({ action: 'template' });

		// The gateway's clock is read to the second.
		await stage.sandbox.clock.advance(held.retryAt! + 5_000 - stage.sandbox.clock.now());
		expect(await send(sender, 'sale')).toMatchObject({ action: 'template' });
		expect(stage.sandbox.control.sent()).toHaveLength(4);
	});

	it('a template outside the window as a new customer of the number, who is free from then on', async () => {
		const sender = senderWith('new-customers-cap', {
			all: [
				{ fact: 'isNewCustomer', operator: 'equal', value: true },
				{ fact: 'newCustomers', operator: 'greaterThanInclusive', value: 1 },
			],
		});
		expect(await send(sender, 'hello')).toMatchObject({ action: 'template' });
		expect(await send(sender, 'hello')).toMatchObject({ action: 'template' });
		expect(await send(sender, 'hello', OTHER)).toMatchObject({ action: 'hold', rule: 'new-customers-cap' });
	});

	it('a message that waits for its slot doesn’t count toward its own cap', async () => {
		const sender = senderWith('frequency-cap', {
			fact: 'marketingSent',
			operator: 'reaches',
			value: '1 per 24 h',
		});
		const { channel } = stage.intent;
		await stage.store.rates.take({ channel, lead: 1_500_000 }, 1);
		expect(await send(sender, 'sale')).toMatchObject({ action: 'template', messageId: expect.any(String) });
		await stage.store.rates.take({ channel, lead: 1_500_000 }, 1);
		expect(await send(sender, 'sale')).toMatchObject({ action: 'hold', rule: 'frequency-cap' });
	});

	it('a template that the gateway refused counts for nothing', async () => {
		const sender = senderWith('frequency-cap', {
			fact: 'marketingSent',
			operator: 'reaches',
			value: '1 per 24 h',
		});
		await stage.sandbox.control.optOut(CUSTOMER);
		expect(await send(sender, 'sale')).toMatchObject({ error: { code: 131050 } });
		const state = await stage.store.readDecisionState({
			channel: stage.intent.channel,
			contact: CUSTOMER,
			sentSince: 0,
		});
		expect(state.sent).toEqual([]);
	});
});
