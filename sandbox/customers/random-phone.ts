import { randomInt } from 'node:crypto';

/** A phone number of the same country and length as `phone`, with other digits at the end. */
export function randomPhone(phone = '15550000000'): string {
	const digits = String(randomInt(0, 1e6)).padStart(6, '0');
	const other = phone.slice(0, -6) + digits;
	return other === phone ? randomPhone(phone) : other;
}
