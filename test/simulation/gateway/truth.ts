import { readCallbackData } from '../../../engine';

const WINDOW = 24 * 3_600_000;

/** A customer, as the platform knows them. Times are epoch ms of the gateway's clock. */
export interface Customer {
	phone: string;
	/** When they wrote last; -Infinity if never. */
	wroteAt: number;
	optedOut: boolean;
	/** When they opted out or in last. */
	choseAt: number;
}

export interface PlatformTemplate {
	name: string;
	language: string;
	category: 'MARKETING' | 'UTILITY';
	status: 'APPROVED' | 'PAUSED';
}

/** What became of a message after it was accepted. */
export type MessageStatus = 'sent' | 'delivered' | 'read' | 'failed';

/** A message that the platform accepted. */
export interface AcceptedMessage {
	id: string;
	to: string;
	/** What tells this message from all others that somebody asked for. */
	label: string;
	isTemplate: boolean;
	/** The key of its send. */
	key: string;
	callbackData: string;
	at: number;
	/** Its last status. */
	status: MessageStatus;
}

/** What is true, whatever anybody was told. */
export interface Truth {
	customers: Map<string, Customer>;
	templates: PlatformTemplate[];
	accepted: AcceptedMessage[];
	/** Customers that a template was refused for, as their conversation was active. */
	refusedForConversation: Set<string>;
}

export function openTruth(phones: string[]): Truth {
	const customers = phones.map((phone): [string, Customer] => [
		phone,
		{ phone, wroteAt: -Infinity, optedOut: false, choseAt: -Infinity },
	]);
	return {
		customers: new Map(customers),
		templates: [
			{ name: 'offer', language: 'en_US', category: 'MARKETING', status: 'APPROVED' },
			{ name: 'news', language: 'de', category: 'UTILITY', status: 'APPROVED' },
		],
		accepted: [],
		refusedForConversation: new Set(),
	};
}

/** Whether freeform messages are allowed: for 24 hours after the customer's last message. */
export const isWindowOpen = ({ wroteAt }: Customer, now: number): boolean => now < wroteAt + WINDOW;

/** The key that a message's callback data carries. */
export const keyIn = (callbackData: string): string => readCallbackData(callbackData)!.key;
