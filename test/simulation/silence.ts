import type { GatherOptions } from '../../receiver/inbox/bursts';

const SECOND = 1_000;

/** How messages wait in runs in which they do: some end the wait, and other events don't wait. */
export const SILENCE: GatherOptions = {
	silenceMs: 6 * SECOND,
	atMostMs: 8 * SECOND,
	how: ({ kind, id }) => (kind === 'message' ? { atOnce: id.endsWith('7') } : { atOnce: true, alone: true }),
};
