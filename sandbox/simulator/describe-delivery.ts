type Json = Readonly<Record<string, unknown>>;

/** What a delivery is about, in a few words: `message: text`, `status: delivered`, `APPROVED`. Empty if unclear. */
export function describeDelivery(payload: object): string {
	const { entry = [] } = payload as { entry?: { changes: { value: Json }[] }[] };
	const [first, ...others] = entry.flatMap(({ changes }) => changes);
	if (first === undefined) return '';
	const more = others.length === 0 ? '' : ` and ${others.length} more`;
	return describe(first.value) + more;
}

function describe(value: Json): string {
	const held = (value.standby ?? value) as Json;
	const message = firstOf(held.messages);
	if (message !== undefined) return `message: ${String(message.type)}`;
	const status = firstOf(held.statuses);
	if (status !== undefined) return `status: ${String(status.status)}`;
	if (firstOf(held.message_echoes) !== undefined) return 'answer of another responder';
	const preference = firstOf(value.user_preferences);
	if (preference !== undefined) return `marketing: ${String(preference.value)}`;
	const named = value.event ?? value.type ?? firstOf(value.groups)?.type ?? firstOf(value.calls)?.event;
	return typeof named === 'string' ? named : '';
}

function firstOf(list: unknown): Json | undefined {
	return Array.isArray(list) ? (list[0] as Json | undefined) : undefined;
}
