import type { KeptWait } from '../../../../engine';
import type { TemplateMessageComponent } from '../../../../platform';
import type { Connected } from '../../../shared/connect';

/** How long before the conversation window closes it is time for the reminder. ms */
const BEFORE_CLOSING = 10 * 60_000;

/** When to remind the customer of an open question: shortly before the window closes. Local time, epoch ms */
export async function timeToRemind(
	{ credential: { channel }, engine }: Pick<Connected, 'credential' | 'engine'>,
	to: string,
): Promise<number | undefined> {
	const { windowClosesAt } = await engine.conversation({ channel, to });
	if (windowClosesAt === undefined) return undefined;
	const closesIn = windowClosesAt - (await engine.now(channel));
	return engine.runtime.now() + closesIn - BEFORE_CLOSING;
}

/**
 * Sends the reminder if the rules allow it now, or notes when to look again: the customer has written meanwhile, or the
 * rules hold the template until the window has closed.
 */
export async function remind(connected: Connected, { id, reminder }: KeptWait): Promise<void> {
	const { engine, sender, store } = connected;
	if (!reminder) return store.waits.reminded(id, undefined);
	const { intent, components, checkFirst } = reminder;
	const now = engine.runtime.now();
	const { window } = await engine.conversation(intent);
	const nextAt = window === 'open' ? await timeToRemind(connected, intent.to) : undefined;
	if (nextAt !== undefined && nextAt > now) return store.waits.reminded(id, { dueAt: nextAt });

	const { messageId, retryAt } = await sender.send(
		intent,
		{ template: { components: components as TemplateMessageComponent[] }, checkFirst },
		{ once: JSON.stringify(['reminder', id]) },
	);
	if (messageId !== undefined) return store.waits.reminded(id, { messageId });
	const heldFor = retryAt === undefined ? undefined : retryAt - (await engine.now(intent.channel));
	return store.waits.reminded(
		id,
		heldFor === undefined ? undefined : { dueAt: now + Math.max(heldFor, 1_000) },
	);
}
