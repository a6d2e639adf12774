import type { Backoff, Runtime } from '../base';
import { errorText, inPlainCharacters, systemRuntime } from '../base';

/** Every incident by the name to search for, and what it means. */
export const INCIDENTS = {
	started: 'A process is ready. The message says where it listens',
	stopping: 'The process was asked to stop, and finishes what is in progress',
	stopped: 'The process has ended as it was asked to',
	fatal: "The process can't start, or ends because of an error",
	unhealthy: "`/readyz` or `/metrics` found that the store doesn't respond or can't be written to",
	healthy: 'The store responds and can be written to again',
	'store-trouble': "The store doesn't respond. The process tries again, and nothing is lost",
	'store-recovered': 'The store responds again',
	'store-readable': "Other users of the machine can read the store's files",
	rejected: "A request wasn't answered with 200. `reason` says why",
	'not-registered': "The gateway didn't accept the webhook URL. The receiver tries again",
	'beyond-secret': 'Events were outside the rights of their secret. They are kept as unknown',
	unplaced: "Events don't name a phone number. They take effect once it's known",
	unstorable: 'Events had data that the store refuses. They are kept as unknown',
	'unclear-handover': 'A handover changed nothing, because its roles are unknown',
	'too-old': 'Events were too old to tell whether they came before. Nothing of them is kept',
	'upkeep-failed': "The inbox couldn't be cleaned up. It's tried again in an hour",
	'batch-lost': 'A batch took longer than its lease, so it can be handed out twice',
	'resume-failed': "n8n can't be reached to continue an execution that waits for an answer",
	'resume-answer-cut': 'What continues executions answered with too much. Check its address',
	'wait-ended': 'An answer came for an execution that no longer waits. It counts as any other message',
	'forward-failed': "A delivery couldn't be forwarded. It's tried again",
	'forward-resumed': 'A target of forwarding takes deliveries again',
	'forward-held': "A target of forwarding doesn't end its answers, or they are too long",
	'forward-dropped': "Deliveries weren't forwarded within 7 days, and were dropped",
	'forward-displaced': 'Too much waited to be forwarded, so the oldest deliveries were dropped',
} as const;

type IncidentName = keyof typeof INCIDENTS;

/** Something that a person may have to look at. Never a secret, a message's text, or a phone number. */
export interface Incident {
	level: 'info' | 'warn' | 'error';
	event: IncidentName;
	message: string;
	/** How often it happened since it was last told, if that isn't once. */
	times?: number;
	[detail: string]: string | number | undefined;
}

export type Log = (incident: Incident) => void;

/** Tells of an incident; those with the same key are the same. */
export type Tell = (key: string, incident: Incident) => void;

/** How long repeats of an incident are gathered. ms */
const TELL_AGAIN_AFTER = 10_000;

/** A stream that is no longer read isn't a reason for the process to end. */
const ignore = () => {};

/** One JSON line an incident, on stderr. */
export const logToStderr: Log = (incident) => {
	if (!process.stderr.listeners('error').includes(ignore)) process.stderr.on('error', ignore);
	const line = JSON.stringify({ time: new Date(systemRuntime.now()).toISOString(), ...incident });
	process.stderr.write(`${inPlainCharacters(line)}\n`);
};

/** A log that a flood of the same incident doesn't fill. */
export interface Floodless {
	tell: Tell;
	/** Tells now how often each incident has been repeated. */
	flush(): void;
}

/**
 * A log that a flood of the same incident doesn't fill: the first is told at once, its repeats together ten seconds later,
 * with how many they are.
 */
export function withoutFloods(log: Log, { after }: Pick<Runtime, 'after'> = systemRuntime): Floodless {
	/** The last repeat of each incident that was told less than ten seconds ago, and how many there were. */
	const recent = new Map<string, { last?: Incident; times: number; cancel(): void }>();

	function tellRepeats(key: string): void {
		const { last, times, cancel } = recent.get(key)!;
		cancel();
		recent.delete(key);
		if (!last) return;
		remember(key);
		log(times > 1 ? { ...last, times } : last);
	}

	function remember(key: string): void {
		const cancel = after(TELL_AGAIN_AFTER, () => tellRepeats(key), 'background');
		recent.set(key, { times: 0, cancel });
	}

	return {
		tell(key, incident) {
			const known = recent.get(key);
			if (known) {
				[known.last, known.times] = [incident, known.times + 1];
				return;
			}
			remember(key);
			log(incident);
		},
		flush() {
			for (const key of [...recent.keys()]) tellRepeats(key);
			for (const { cancel } of recent.values()) cancel();
			recent.clear();
		},
	};
}

/** How long to leave a store alone that is in trouble. */
export const STORE_BACKOFF: Backoff = { first: 250, most: 10_000 };

/**
 * Tells of a store that doesn't answer, and once when it does again.
 * @param effect what else to say of it, after a comma
 */
export function followStore(tell: Tell, details: Record<string, string> = {}, effect = '') {
	const key = JSON.stringify(details);
	let isDown = false;
	return {
		failed(error: unknown): void {
			isDown = true;
			const message = `The store doesn't respond${effect}: ${errorText(error)}`;
			tell(`store-trouble ${key}`, { level: 'error', event: 'store-trouble', message, ...details });
		},
		works(): void {
			if (!isDown) return;
			isDown = false;
			const message = 'The store responds again.';
			tell(`store-recovered ${key}`, { level: 'info', event: 'store-recovered', message, ...details });
		},
	};
}
