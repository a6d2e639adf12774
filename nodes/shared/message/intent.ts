import type { IDataObject } from 'n8n-workflow';
import type { Intent, NumberSettings } from '../../../engine';
import { isTimeZone } from '../../../engine';
import {
	impossibleAddress,
	impossibleGroupId,
	isGroupId,
	normalizeAddress,
	readAddress,
	readAddressOrText,
} from '../../../platform';
import type { Connected } from '../connect';
import type { ReadField } from '../read/item-parameter';
import { readTime } from '../read/values';

/** How strictly a recipient is read. */
interface RecipientOptions {
	/** Takes any text for the ID of a customer, as nodes did before they refused it. */
	takesText?: boolean;
}

/**
 * A customer's address, as the gateway takes it; empty if none is given. The credential's default country completes a
 * number without a country code. Who has written before is known by that address, whatever form it has.
 * @throws Error for what can't be the address of one customer
 */
export async function readCustomer(
	{ credential, engine }: Pick<Connected, 'credential' | 'engine'>,
	given: string,
	{ takesText = false }: RecipientOptions = {},
): Promise<string> {
	const read = takesText ? readAddressOrText : readAddress;
	const address = read(given, credential.defaultCountry);
	if (address !== undefined) return address;
	const to = normalizeAddress(given);
	const { windowClosesAt } = await engine.conversation({ channel: credential.channel, to });
	if (windowClosesAt !== undefined) return to;
	throw new Error(impossibleAddress(given));
}

const FOR_GROUPS = 'To send to a group, set the option Recipient Type to Group.';

export const TO_IS_EMPTY = `To is empty. Enter a phone number, an account ID, a user ID, or a group ID. If To is an expression, it returned nothing for this item. After a node that makes other items, such as Convert to File, take the number from the trigger: {{ $('Business Messaging Trigger').item.json.contact }}.`;

/**
 * Who an item's message is for, as the gateway takes it; empty if the field is.
 * @throws Error for what can't be one customer or one group
 */
export async function readTo(
	get: ReadField,
	connected: Pick<Connected, 'credential' | 'engine'>,
	recipientType: Intent['recipientType'],
	options: RecipientOptions = {},
): Promise<string> {
	const given = String(get('to') ?? '').trim();
	if (recipientType !== 'group') {
		return readCustomer(connected, given, options).catch((error: Error) => {
			const isMaybeGroup = isGroupId(given) && /\p{L}/u.test(given) && !given.includes('@');
			throw new Error(`To: ${error.message}${isMaybeGroup ? ` ${FOR_GROUPS}` : ''}`);
		});
	}
	if (given !== '' && !isGroupId(given) && !options.takesText) {
		throw new Error(`To: ${impossibleGroupId(given)}`);
	}
	return given;
}

/**
 * The options of a form that say more about an intent.
 * @param workflowZone the time zone of the workflow
 * @param settings of the number, for what the form doesn't say
 */
export function readIntentOptions(
	options: IDataObject,
	workflowZone: string,
	settings: Pick<NumberSettings, 'timeZone'>,
): Pick<Intent, 'recipientType' | 'category' | 'timeZone' | 'lastInboundAt'> {
	const timeZone = (options.timeZone || settings.timeZone) as string | undefined;
	return {
		recipientType: (options.recipientType || undefined) as Intent['recipientType'],
		...(options.category ? { category: options.category as string } : {}),
		...(timeZone && { timeZone }),
		lastInboundAt: readTime(options.lastInboundAt, 'Last Message of the Customer', workflowZone),
	};
}

/** What is wrong with the option Time Zone. The rules count a zone that they don't know as none. */
export const zoneTroubles = ({ timeZone }: IDataObject): string[] =>
	typeof timeZone === 'string' && timeZone !== '' && !isTimeZone(timeZone)
		? [
				`The option Time Zone is ${JSON.stringify(timeZone)}, which isn't a time zone, so the rules don't know the customer's local time. Enter one such as Europe/Berlin.`,
			]
		: [];

/** Whether what breaks a documented limit is refused before the call: the form, the number's settings, or else yes. */
export const checksFirst = (
	{ checkFirst }: IDataObject,
	{ checkFirst: ofNumber = true }: Pick<NumberSettings, 'checkFirst'>,
): boolean => (checkFirst === undefined ? ofNumber : checkFirst !== false);

/** The reason why messages weren't sent, if it is the same for all of them. */
function whyOf(unsent: readonly IDataObject[]): string {
	const [reason, ...others] = new Set(unsent.map((each) => each.reason));
	return typeof reason === 'string' && others.length === 0 ? `: ${reason}` : '. Each item says why.';
}

/**
 * Says how many messages were held, kept, or skipped, and why; undefined if none was.
 * @param decisions with `action`, `reason`, and `kept`
 * @param total how many messages there were in all
 * @param others what became of others, such as `3 sent`
 */
export function describeUnsent(
	decisions: readonly IDataObject[],
	total: number,
	others: readonly string[] = [],
): string | undefined {
	const held = decisions.filter(({ action }) => action === 'hold');
	const kept = held.filter((each) => each.kept === true);
	const skipped = decisions.filter(({ action }) => action === 'skip');
	const counts = [
		...(held.length > kept.length ? [`${held.length - kept.length} held`] : []),
		...(kept.length > 0 ? [`${kept.length} kept`] : []),
		...(skipped.length > 0 ? [`${skipped.length} skipped`] : []),
	];
	if (counts.length === 0) return undefined;
	return `${[...others, ...counts].join(', ')} of ${total}${whyOf([...held, ...skipped])}`;
}

/**
 * Says in a node of an older version, which takes any text for a customer, which recipients can't be one; nothing if all
 * can.
 * @param total how many messages there were in all
 */
export function describeWrongRecipients(recipients: readonly string[], total: number): string | undefined {
	const wrong = recipients.filter((to) => readAddress(to) === undefined);
	const [first] = wrong;
	if (first === undefined) return undefined;
	return `${wrong.length} of ${total} recipients can't be one, for example: ${impossibleAddress(first)} To get an error instead, replace this node with a new one.`;
}
