import { entry, envelope, metadata } from '../../platform/wire/webhook-events';

/** The business's numbers as its customers see them, in digits, each with its phone number ID. */
export type DisplayNumbers = ReadonlyMap<string, string>;

/** The digits of a number that is shown; undefined if there are none. */
export const digitsOf = (shown: string | undefined): string | undefined =>
	shown?.replace(/\D/g, '') || undefined;

/** The numbers that a delivery's parsed body names beside their IDs: `value.metadata`. Total, like `parseWebhook`. */
export function displayNumbersIn(body: unknown): DisplayNumbers {
	const found = new Map<string, string>();
	for (const each of envelope.safeParse(body).data?.entry ?? []) {
		for (const change of entry.safeParse(each).data?.changes ?? []) {
			const value = (change as { value?: { metadata?: unknown } | null } | null)?.value;
			const named = metadata.safeParse(value?.metadata).data;
			const digits = digitsOf(named?.display_phone_number);
			if (named?.phone_number_id !== undefined && digits !== undefined) {
				found.set(named.phone_number_id, digits);
			}
		}
	}
	return found;
}
