import { HOUR, MINUTE } from '../../base';
import type { Sandbox } from '../../sandbox';
import type { Customer, Lately } from './customers';
import { firstCustomers } from './first-customers';

const BODY = 'Hello {{1}}, there is news about your {{2}}. Answer this message to hear more.';

const quickReply = (text: string) => ({ type: 'QUICK_REPLY', text });

/** What one of the templates has around its text. */
const AROUND = [
	{ type: 'HEADER', format: 'TEXT', text: 'Your order' },
	{ type: 'FOOTER', text: 'You get this because you ordered from us.' },
	{ type: 'BUTTONS', buttons: [quickReply('Tell me more'), quickReply('Not now')] },
];

/** Adds the templates of the customers' file to the gateway. One of them is paused later for low quality. */
export async function addTemplates({ control }: Sandbox): Promise<void> {
	const template = (name: string, category: 'UTILITY' | 'MARKETING', others: Array<{ type: string }> = []) =>
		control.addTemplate({ name, category, components: [{ type: 'BODY', text: BODY }, ...others] });
	await template('order_update', 'UTILITY', AROUND);
	await template('spring_offer', 'MARKETING');
	await template('loyalty_news', 'MARKETING');
}

/** How long a colleague takes to answer those who write. ms */
const ANSWERED_AFTER = MINUTE;
/** How long it is from those who wrote two days ago to those who wrote today. ms */
const BETWEEN = 25 * HOUR;
/** How long the customers of the file are played at the gateway. ms */
export const PLAYED = BETWEEN + 2 * ANSWERED_AFTER;

/** How many customers write at the same time. n8n's own webhooks handle about 40 deliveries per second. */
const AT_ONCE = 10;

/** The customers of the file who write. */
const WRITE: ReadonlySet<Lately> = new Set(['wrote two days ago', 'wrote today', 'with the agent']);

/** What the page calls the customers of the file. */
const LIST = 'Campaign';

/**
 * Makes the customers do what the file says: write two days ago or today, opt out, talk to the agent. Meanwhile, the
 * gateway's clock advances by `PLAYED`. Last, the few who aren't in the file write. Resolves when every webhook
 * has been delivered.
 * @param onWrite is called when a customer has written, with how many have, of how many who will
 */
export async function playCustomers(
	{ control, clock }: Sandbox,
	customers: Customer[],
	onWrite: (written: number, of: number) => void = () => {},
): Promise<void> {
	let written = 0;
	const of = customers.filter(({ lately }) => WRITE.has(lately)).length + firstCustomers.length;
	const those = (lately: Lately) => customers.filter((customer) => customer.lately === lately);
	const writes = async ({ phone, name }: Pick<Customer, 'phone' | 'name'>, text: string) => {
		await control.customerWrites({ from: phone, name, text });
		onWrite((written += 1), of);
	};
	const each = async (lately: Lately, act: (customer: Customer) => Promise<unknown>) => {
		for (const [index, customer] of those(lately).entries()) {
			await act(customer);
			if (index % AT_ONCE === AT_ONCE - 1) await control.idle();
		}
		await control.idle();
	};

	/** They write, and a colleague answers: only the few who aren't in the file wait for one. */
	const areAnswered = async (lately: Lately, textOf: (customer: Customer) => string, answer: string) => {
		await each(lately, (customer) => writes(customer, textOf(customer)));
		await clock.advance(ANSWERED_AFTER);
		await each(lately, ({ phone }) => control.appReplies({ to: phone, text: answer }));
	};

	// Those who never write have names, too: their messages use them.
	for (const { phone, name } of customers) await control.addCustomer({ from: phone, name, list: LIST });
	await areAnswered('wrote two days ago', () => 'Do you still have this?', 'Yes, we do.');
	await clock.advance(BETWEEN);

	await areAnswered(
		'wrote today',
		({ product }) => `Where is my ${product}?`,
		'It is on its way. You get it tomorrow.',
	);
	await each('with the agent', async (customer) => {
		await writes(customer, 'I need some help');
		await control.handOver({ contact: customer.phone, to: 'agent' });
	});
	await each('opted out', ({ phone }) => control.optOut(phone));
	await control.pause('loyalty_news', 'en_US', 'quality');
	for (const { text, ...customer } of firstCustomers) await writes(customer, text);
	await control.idle();
}
