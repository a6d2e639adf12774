import { accountChange } from '../../platform/wire/webhook-events';
import type { ChangeContext, ChangeReader } from './delivery';
import { dateOf, place, digitsOf, partsOf, unknownEvent } from './delivery';
import { idOfContent } from './event-id';
import type { AccountEvent } from './messaging-event';
import { readErrors } from './read-status';

const baseOf = (value: Record<string, unknown>, context: ChangeContext) => ({
	kind: 'account' as const,
	id: idOfContent('account', context.account, context.channel, context.field, value, context.entryTime),
	at: dateOf(undefined, context),
	...place(context, value),
	field: context.field,
});

/** Fields of a change that are read. The others are its details. */
const READ: ReadonlySet<string> = new Set([
	'event',
	'display_phone_number',
	'current_limit',
	'old_limit',
	'max_daily_conversations_per_business',
	'messaging_product',
	'metadata',
]);

/** What a change says beside its name, apart from what is empty. */
function detailsOf(value: Record<string, unknown>) {
	const told = Object.entries(value).filter(
		([name, said]) => !READ.has(name) && said !== null && said !== undefined,
	);
	return told.length === 0 ? undefined : Object.fromEntries(told);
}

/** A field about the number or its account: `account_update`, `phone_number_quality_update`, and the like. */
export const readAccount: ChangeReader = (value, context) => {
	const parsed = accountChange.safeParse(value);
	if (!parsed.success) return [unknownEvent(value, context)];
	const change = parsed.data;
	const what =
		change.ban_info?.waba_ban_state ??
		change.alert_info?.alert_type ??
		change.event ??
		change.decision ??
		change.status;
	const number = digitsOf(change.display_phone_number);
	const limit = change.max_daily_conversations_per_business ?? change.current_limit;
	const details = detailsOf(value);
	const event: AccountEvent = {
		...baseOf(value, context),
		...(what !== undefined && { event: what.toUpperCase() }),
		...(number !== undefined && { number }),
		...(limit !== undefined && { limit }),
		...(change.old_limit !== undefined && { previousLimit: change.old_limit }),
		...(details && { details }),
	};
	return [event];
};

/** Errors without a message in the field `messages`: they belong to the account. */
export function readAccountErrors(
	value: Record<string, unknown>,
	context: ChangeContext,
): AccountEvent | undefined {
	const read = readErrors(partsOf(value, 'errors'));
	return read.errors.length === 0 ? undefined : { ...baseOf(value, context), event: 'ERROR', ...read };
}
