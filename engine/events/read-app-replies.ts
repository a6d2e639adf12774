import { appEcho } from '../../platform/wire/webhook-events';
import { customerOf } from './customer';
import type { ChangeReader } from './delivery';
import { dateOf, place } from './delivery';
import type { AppReplyEvent, MessagingEvent } from './messaging-event';
import { contentOf } from './parts';
import { unknownEvent } from './unknown-event';

/** Field `smb_message_echoes`: what people at the business wrote in the phone app of the same number. */
export const readAppReplies: ChangeReader = (value, context) => {
	if (!Array.isArray(value.message_echoes)) return [unknownEvent(value, context)];
	return value.message_echoes.map((part: unknown): MessagingEvent => {
		const { data: echo } = appEcho.safeParse(part);
		const customer =
			echo && customerOf({ phone: echo.to, userId: echo.to_user_id, parentUserId: echo.to_parent_user_id });
		if (!echo || !customer) return unknownEvent(part, context);
		const event: AppReplyEvent = {
			kind: 'app_reply',
			id: `app_reply:${echo.id}`,
			at: dateOf(echo.timestamp, context),
			...place(context, part),
			...customer,
			message: contentOf(part, echo),
		};
		return event;
	});
};
