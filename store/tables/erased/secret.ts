import { createHmac } from 'node:crypto';
import type { Runtime } from '../../../base';
import type { Work } from '../../work';
import { one } from '../../work';

interface SecretRow {
	secret: string | null;
}

/** The store's secret, which the hashes of what was erased are made with; `undefined` until something is erased. */
export function* readSecret(): Work<string | undefined> {
	const row = yield* one<SecretRow>("SELECT secret FROM counter WHERE name = 'inbox'");
	return row?.secret ?? undefined;
}

/** A secret for a store that has none. */
export const newSecret = ({ uuid }: Pick<Runtime, 'uuid'>) => `${uuid()}${uuid()}`;

/**
 * The store's secret, made if there is none. Until the transaction ends, no delivery is committed: each takes its numbers
 * from this row.
 */
export function* holdInbox(made: string): Work<string> {
	const row = yield* one<{ secret: string }>(
		"UPDATE counter SET secret = COALESCE(secret, ?) WHERE name = 'inbox' RETURNING secret",
		made,
	);
	return row!.secret;
}

/** What begins every hash that stands where something was erased. Nothing else is called that. */
const ERASED = 'erased:';
/** What begins the hash of an event that was deleted because of its age alone. */
const PRUNED = 'pruned:';

/** The hash of the same event, if it was deleted because of its age. */
export const asPruned = (hash: string) => hash.replace(ERASED, PRUNED);

/** What is kept of something erased: nobody finds the original without the store's secret. */
export function hashOf(
	secret: string,
	what: 'event' | 'send' | 'name' | 'message',
	...parts: string[]
): string {
	const digest = createHmac('sha256', secret).update(JSON.stringify([what, ...parts]));
	return `${ERASED}${digest.digest('hex').slice(0, 40)}`;
}
