import type { Random } from '../../support/seeded-random';
import type { Truth } from './truth';
import { isWindowOpen } from './truth';

/** A message as it comes over the wire. */
export interface WireMessage {
	to: string;
	type: string;
	text?: { body: string };
	template?: {
		name: string;
		language: { code: string };
		components: [{ parameters: [{ text: string }] }];
	};
	biz_opaque_callback_data: string;
}

/** A refusal, as the platform writes it. */
export interface Refusal {
	status: number;
	code?: number;
	title: string;
}

/** What the platform may refuse a message for although nothing is wrong with it (docs/interface.md, Error codes). */
const WHIMS: readonly Refusal[] = [
	{ status: 429, code: 130429, title: 'Rate limit hit' },
	{ status: 400, code: 131056, title: 'Pair rate limit hit' },
	{ status: 500, code: 131016, title: 'Service unavailable' },
	{ status: 500, code: 131000, title: 'Something went wrong' },
	{ status: 400, code: 131026, title: 'Message undeliverable' },
	{ status: 400, code: 131049, title: 'Not delivered to maintain healthy engagement' },
	{ status: 401, code: 190, title: 'Access token expired' },
];

/** What a message says: its text, or the value of its template's variable. */
export const labelOf = ({ text, template }: WireMessage): string =>
	text?.body ?? template!.components[0].parameters[0].text;

/** What the platform refuses a message for, by its own truth; nothing if it takes the message. */
export function judgeMessage(truth: Truth, message: WireMessage, now: number): Refusal | undefined {
	const customer = truth.customers.get(message.to);
	if (!customer) return { status: 400, code: 131026, title: 'Message undeliverable' };
	const isOpen = isWindowOpen(customer, now);
	if (!message.template) {
		return isOpen ? undefined : { status: 400, code: 131047, title: 'Re-engagement message' };
	}
	const { name, language } = message.template;
	const template = truth.templates.find((one) => one.name === name && one.language === language.code);
	if (!template) return { status: 404, code: 132001, title: 'Template does not exist' };
	if (template.status === 'PAUSED') return { status: 400, code: 132015, title: 'Template is paused' };
	if (isOpen) {
		truth.refusedForConversation.add(customer.phone);
		return { status: 400, title: 'A template may not be sent: the conversation is active' };
	}
	if (customer.optedOut && template.category === 'MARKETING') {
		return { status: 400, code: 131050, title: 'User opted out of marketing' };
	}
	return undefined;
}

/** A refusal for no fault of the message, now and then. */
export const whim = (random: Random, share: number): Refusal | undefined =>
	random.chance(share) ? random.pick(WHIMS) : undefined;
