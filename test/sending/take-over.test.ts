import type { PolicyDocument } from '../../engine';
import { savePolicy } from '../../engine';
import { customers, inEachDatabase, SECOND } from './campaigns/scene';
import { CUSTOMER } from './stage';

/** A policy that answers whoever holds the conversation. */
const OVER_THE_AGENT: PolicyDocument = {
	name: 'over-the-agent',
	version: 1,
	rules: [
		{
			name: 'window-open',
			conditions: { fact: 'window', operator: 'equal', value: 'open' },
			event: { type: 'freeform', params: { reason: 'The customer wrote.' } },
		},
	],
};

inEachDatabase((at) => {
	const reactions = async () => {
		const entries = await at.store.inbox.read({ limit: 1_000 });
		const all = await Promise.all(entries.map(({ event }) => at.engine.reactionsTo(event)));
		return all.flat().map(({ name, contact }) => `${name} ${contact}`);
	};
	/** Customers write while the agent holds the conversations of the number. */
	async function write(...contacts: string[]) {
		for (const from of contacts) await at.sandbox.control.customerWrites({ from, text: 'Hello' });
		await at.hear();
	}
	const answers = () => at.sender.send({ ...at.intent, template: undefined, takeOver: true }, at.content);

	beforeEach(async () => {
		await at.sandbox.control.setAgent(true);
		await write(CUSTOMER);
	});

	it.each(['control_passed', 'control_taken'] as const)(
		'a message to a customer of the agent takes the conversation over, told as %s',
		async (handoverOnSend) => {
			await at.sandbox.control.configure({ handoverOnSend });
			expect(await answers()).toMatchObject({ action: 'freeform' });
			await at.hear();
			expect(await reactions()).toEqual([`business-took-over ${CUSTOMER}`]);
		},
	);

	it('so does each message of a campaign: nobody is alerted', async () => {
		const contacts = customers(3);
		await write(...contacts);
		await savePolicy(at.store, OVER_THE_AGENT, await at.engine.now());
		await at.plan(contacts, { policy: OVER_THE_AGENT.name, freeform: at.content.freeform as never });
		await at.campaigns.sendDue();
		await at.hear();
		expect((await reactions()).sort()).toEqual(contacts.map((to) => `business-took-over ${to}`));
	});

	it('an agent that passes a conversation later still alerts', async () => {
		await answers();
		await at.later(60 * SECOND);
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'agent' });
		await at.later(SECOND);
		await at.sandbox.control.handOver({ contact: CUSTOMER, to: 'business' });
		await at.hear();
		expect(await reactions()).toEqual([
			`business-took-over ${CUSTOMER}`,
			`agent-took-over ${CUSTOMER}`,
			`passed-to-business ${CUSTOMER}`,
		]);
	});
});
