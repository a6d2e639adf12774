import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import type { Runtime } from '../base';
import { TIME_IN_SENTENCE } from '../base';

/** A secret that nobody can guess, anew for each console. */
export const newSecret = (runtime: Runtime): Buffer =>
	createHash('sha256').update(`${runtime.uuid()} ${runtime.uuid()}`).digest();

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Which customer of which number. */
interface Whom {
	channel: string;
	contact: string;
}

/** What people see of customers. */
export interface Veil {
	/** A customer's name as it may be shown. */
	name(contact: string): string;
	/** A sentence in which phone numbers look as they may be shown. */
	sentence(text: string): string;
	/** What stands for a customer in addresses: it tells nobody the name. */
	seal(whom: Whom): string;
	/** Whom it stands for; `undefined` if another console made it. */
	unseal(sealed: string): Whom | undefined;
	/** Whether phone numbers are masked. */
	readonly isDown: boolean;
	/** How many digits at the end of a phone number are shown. */
	readonly shownAtEnd: number;
}

const PHONE = /^\d{7,15}$/;
const [FIRST, LAST] = [2, 3];

const masked = (digits: string) => `+${digits.slice(0, FIRST)} ••• ••${digits.slice(-LAST)}`;

/** Dashes and spaces of any kind: phones copy numbers with some that keep a line together. */
const BETWEEN_DIGITS = String.raw`(?:\p{Zs}[\p{Pd}/]\p{Zs}|[\p{Zs}\p{Pd}\p{Cf}()./]{0,2})`;

/** Times, which stay, and what can be a phone number: 7 to 15 digits of any script, as people write them. */
const TIMES_AND_PHONES = new RegExp(
	String.raw`(${TIME_IN_SENTENCE})|(?<![\w.])\+?\p{Nd}(?:${BETWEEN_DIGITS}\p{Nd}){6,14}(?![\w\p{Nd}])`,
	'gu',
);

/**
 * Masks the phone numbers of customers, in names and in sentences, unless they may be shown.
 * @param isOwn whether digits are a number or account of the business, which everybody may see
 */
export function createVeil(
	secret: Buffer,
	{ showCustomers, isOwn }: { showCustomers: boolean; isOwn: (digits: string) => boolean },
): Veil {
	return {
		isDown: !showCustomers,
		shownAtEnd: showCustomers ? Infinity : LAST,
		name: (contact) => {
			if (!PHONE.test(contact)) return contact;
			return showCustomers ? `+${contact}` : masked(contact);
		},
		sentence(text) {
			if (showCustomers) return text;
			return text.replace(TIMES_AND_PHONES, (found: string, time?: string) => {
				const digits = found.replace(/\P{Nd}/gu, '');
				return time !== undefined || isOwn(digits) ? found : masked(digits);
			});
		},
		seal({ channel, contact }) {
			const plain = JSON.stringify([channel, contact]);
			// The same customer has the same address, and no two plain texts share a nonce.
			const iv = createHmac('sha256', secret).update(plain).digest().subarray(0, IV_BYTES);
			const cipher = createCipheriv('aes-256-gcm', secret, iv);
			const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
			return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
		},
		unseal(sealed) {
			const bytes = Buffer.from(sealed, 'base64url');
			if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined;
			const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, IV_BYTES));
			decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
			try {
				const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
				const [channel, contact] = JSON.parse(text.toString()) as [string, string];
				return { channel, contact };
			} catch {
				return undefined;
			}
		},
	};
}
