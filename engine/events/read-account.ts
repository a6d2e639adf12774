import { accountChange } from '../../platform/wire/webhook-events';
import type { ChangeContext, ChangeReader } from './delivery';
import { dateOf, place } from './delivery';
import { idOfContent } from './event-id';
import type { AccountEvent } from './messaging-event';
import { partsOf } from './parts';
import { readErrors } from './read-errors';
import { unknownEvent } from './unknown-event';

const baseOf = (value: Record<string, unknown>, context: ChangeContext) => ({
	kind: 'account' as const,
	id: idOfContent('account', context.account, context.channel, context.field, value, context.entryTime),
	at: dateOf(undefined, context),
	...place(context, value),
	field: context.field,
});

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
	const number = change.display_phone_number?.replace(/\D/g, '');
	const limit = change.max_daily_conversations_per_business ?? change.current_limit;
	const event: AccountEvent = {
		...baseOf(value, context),
		...(what !== undefined && { event: what.toUpperCase() }),
		...(number !== undefined && number !== '' && { number }),
		...(limit !== undefined && { limit }),
		...(change.old_limit !== undefined && { previousLimit: change.old_limit }),
	};
	return [event];
};

/** Errors without a message in the field `messages`: they belong to the account. */
export function readAccountErrors(
	value: Record<string, unknown>,
	context: ChangeContext,
): AccountEvent | undefined {
	const errors = readErrors(partsOf(value, 'errors'));
	return errors.length === 0 ? undefined : { ...baseOf(value, context), event: 'ERROR', errors };
}
