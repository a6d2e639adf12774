import type { Engine, MessagingEvent } from '../../engine';
import { parseWebhook, placeEvents, verifySignature, withWhatIsKnown } from '../../engine';
import { withoutOld } from './ask-the-gateway';
import type { BoundSecret } from './rights';
import { keepToRights, rightsOf } from './rights';

/** A delivery as it came over HTTP. */
export interface Delivery {
	/** The bytes of the body as they were sent. */
	rawBody: Buffer;
	/** The header that carries the signature. */
	signature: string | undefined;
	/** Its content type; JSON if left out. */
	contentType?: string;
}

/** The parsed body; a signed body that isn't JSON is kept as text. */
export function parseBody(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8');
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return text;
	}
}

/** The phone number ids that a delivery names, whoever has signed it. */
export const channelsIn = (rawBody: Buffer): ReadonlySet<string> =>
	new Set(parseWebhook(parseBody(rawBody)).flatMap(({ channel }) => channel ?? []));

/** What a signed delivery says, whosever it is: nothing is taken in. `undefined` when the signature does not fit. */
export function readSigned(
	{ rawBody, signature }: Delivery,
	secret: string | string[],
): MessagingEvent[] | undefined {
	return verifySignature(rawBody, signature, secret) ? parseWebhook(parseBody(rawBody)) : undefined;
}

/** Whose deliveries may be copied to a test run, and how they are read. */
interface CopyRights {
	engine: Engine;
	secrets: readonly BoundSecret[];
	channel: string;
	agentRole: string;
}

/**
 * The events of a delivery that was copied to a test run, as far as its secret may speak for them: taken in nowhere, as
 * the published trigger does that. `undefined` when the signature does not fit.
 */
export async function readCopy(
	{ rawBody, signature }: Delivery,
	{ engine, secrets, channel, agentRole }: CopyRights,
): Promise<MessagingEvent[] | undefined> {
	const rights = rightsOf(rawBody, signature, secrets);
	if (!rights) return undefined;
	const parsed = parseWebhook(parseBody(rawBody), await engine.now(), { agentRole });
	const placed = placeEvents(parsed, channel);
	const events = await withWhatIsKnown(await withoutOld(placed, { engine }), engine.store);
	if (rights === 'everything') return events;
	const { events: kept, beyond } = await keepToRights(events, rights, engine);
	return kept.filter(({ id }) => !beyond.has(id));
}
