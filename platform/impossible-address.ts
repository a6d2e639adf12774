import { ACCOUNT_ID_DIGITS, isWrittenAsNumber } from './phone-number';
import { recipientsIn, UNEVALUATED } from './recipients-in';
import { isBrokenUserId } from './user-id';

/** What is wrong with any recipient: with a customer, and with a group. */
function wrongForAll(recipient: string): string | undefined {
	if (UNEVALUATED.test(recipient)) {
		return `${recipient} came as text, because the field is set to Fixed. Set it to Expression, so that the value of each item takes its place.`;
	}
	const count = recipientsIn(recipient);
	if (count <= 1) return undefined;
	return `"${recipient}" has ${count} recipients, but each item can have only one. Make an item of each recipient, for example with a Split Out node.`;
}

/** What is wrong with digits that aren't a number or an account ID. */
function wrongNumber(number: string): string {
	const digits = number.replace(/\D/g, '').length;
	if (digits > ACCOUNT_ID_DIGITS) {
		return `"${number}" has ${digits} digits, but an account ID has at most ${ACCOUNT_ID_DIGITS}. Check that it is one number.`;
	}
	const why = /^\D*0(?!0)/.test(number) ? 'has no country code' : "isn't a phone number of any country";
	return `"${number}" ${why}. Write it with its country code, for example +49 170 1234567. If all numbers are of one country, you can choose it as Default Country in the credential.`;
}

/** What is wrong with a customer's address that `readAddress` doesn't take, and what to do. */
export function impossibleAddress(given: string): string {
	const address = given.trim();
	const wrong = wrongForAll(address);
	if (wrong !== undefined) return wrong;
	if (isWrittenAsNumber(address)) return wrongNumber(address);
	if (isBrokenUserId(address)) {
		return `"${address}" isn't a user ID. A user ID has two capital letters, a period, and 1 to 128 letters and digits, for example US.13491208655302741918.`;
	}
	if (/^\S+@\S+\.\S+$/.test(address)) {
		return `"${address}" is an email address. Enter a phone number with its country code, an account ID, or a user ID.`;
	}
	return `"${address}" isn't a phone number, an account ID, or a user ID. Check that the field has the customer's number, for example +49 170 1234567. To send to a group, set the option Recipient Type to Group.`;
}

/** What is wrong with a text that can't be the id of a group, and what to do. */
export const impossibleGroupId = (given: string): string =>
	wrongForAll(given.trim()) ??
	`"${given.trim()}" isn't the ID of a group. An ID has no spaces. Group: Get Many lists the IDs.`;
