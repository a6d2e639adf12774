import type { DeliveryAttempt } from '../webhooks/delivery';
import type { DeliveryRecord } from './records';

/** The deliveries of the newest attempts, with what each is about. */
export function deliveryRecords(all: readonly DeliveryAttempt[], newest: number): DeliveryRecord[] {
	const first = Math.max(0, all.length - newest);
	const byId = new Map<string, DeliveryRecord & { attempts: object[] }>();
	for (const [index, attempt] of all.slice(first).entries()) {
		const { id, at, url, status, outcome, error } = attempt;
		const record = byId.get(id) ?? { ...beginningOf(attempt), order: first + index, attempts: [] };
		record.attempts.push({ at, url, status, outcome, ...(error === undefined ? {} : { error }) });
		byId.set(id, record);
	}
	return [...byId.values()];
}

/** What all attempts of a delivery have in common. */
function beginningOf({ id, field, conversations, payload }: DeliveryAttempt) {
	const { entry = [] } = payload as { entry?: { changes: { value: Json }[] }[] };
	const [value = {}, ...others] = entry.flatMap(({ changes }) => changes.map((change) => change.value));
	const more = others.length === 0 ? '' : ` and ${others.length} more`;
	const topic = topicOf(value) ?? field;
	return { kind: 'delivery' as const, id, field, topic, conversations, about: aboutOf(value) + more };
}

type Json = Readonly<Record<string, unknown>>;

/** What has an event's messages and statuses. */
const heldIn = (value: Json) => (value.standby ?? value) as Json;

function topicOf(value: Json): string | undefined {
	const held = heldIn(value);
	if (firstOf(held.messages) !== undefined) return 'message';
	return firstOf(held.statuses) === undefined ? undefined : 'status';
}

/** What an event is about, in a few words: `message: text`, `status: delivered`, `news: APPROVED`. Empty if unclear. */
function aboutOf(value: Json): string {
	const held = heldIn(value);
	const message = firstOf(held.messages);
	if (message !== undefined) return `message: ${String(message.type)}`;
	const status = firstOf(held.statuses);
	if (status !== undefined) return `status: ${String(status.status)}`;
	if (firstOf(held.message_echoes) !== undefined) return 'answer of another responder';
	const preference = firstOf(value.user_preferences);
	if (preference !== undefined) return `marketing: ${String(preference.value)}`;
	const named = value.event ?? value.type ?? firstOf(value.groups)?.type ?? firstOf(value.calls)?.event;
	if (typeof named !== 'string') return '';
	const template = value.message_template_name;
	return typeof template === 'string' ? `${template}: ${named}` : named;
}

function firstOf(list: unknown): Json | undefined {
	return Array.isArray(list) ? (list[0] as Json | undefined) : undefined;
}
