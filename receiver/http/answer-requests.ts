import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { errorText } from '../../base';
import type { Engine } from '../../engine';
import { storeSamples } from '../../monitoring';
import type { Tell } from '../incidents';
import type { Answer, Reject } from './answer';
import { FAILED, refused } from './answer';
import type { Handlers } from './listener';
import type { Metrics } from './metrics';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_PATH, LIVE_PATH, METRICS_PATH, READY_PATHS } from './receiver-options';

/** How to answer a GET of the webhook's URL: with the challenge, or with a sentence on what is wrong. */
type ChallengeAnswer = { challenge: string } | { status: 400 | 403; error: string };

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * The platform verifies a webhook by a challenge that is given back (docs/interface.md, Delivery).
 * @param verifyToken what `hub.verify_token` has to be; any where left out
 */
export function answerChallenge(query: URLSearchParams, verifyToken?: string): ChallengeAnswer {
	const challenge = query.get('hub.challenge');
	if (challenge === null) {
		return {
			status: 400,
			error: 'This address accepts webhook deliveries by POST. A GET request needs hub.challenge.',
		};
	}
	const given = query.get('hub.verify_token') ?? '';
	if (verifyToken !== undefined && !timingSafeEqual(digest(given), digest(verifyToken))) {
		return { status: 403, error: "hub.verify_token doesn't match the verify token of this receiver." };
	}
	return { challenge };
}

/** For how long it counts that the store was written to, so that nobody who asks often makes it busy. ms */
const CHECK_AGE = 1_000;

/** How the receiver is, for probes and for Prometheus. */
export function openHealth(engine: Engine, metrics: Metrics, tell: Tell) {
	const { store, runtime } = engine;
	let checked: { at: number; isWritable: Promise<boolean> } | undefined;

	let isSick = false;

	function unhealthy(message: string): void {
		isSick = true;
		tell('unhealthy', { level: 'error', event: 'unhealthy', message });
	}

	function healthy(): void {
		if (!isSick) return;
		isSick = false;
		tell('healthy', {
			level: 'info',
			event: 'healthy',
			message: 'The store responds and can be written to again.',
		});
	}

	/** Whether the store takes what is written to it: one on a full disk can still be read. */
	function isWritable(): Promise<boolean> {
		if (checked && runtime.monotonic() - checked.at < CHECK_AGE) return checked.isWritable;
		const checking = store.check().then(
			() => true,
			(error: unknown) => {
				unhealthy(`The store can't be written to: ${errorText(error)}`);
				return false;
			},
		);
		checked = { at: runtime.monotonic(), isWritable: checking };
		return checking;
	}

	async function isReadable(): Promise<boolean> {
		try {
			await store.retention.read();
			return true;
		} catch (error) {
			unhealthy(`The store doesn't respond: ${errorText(error)}`);
			return false;
		}
	}

	const failing = (error: string): Answer => ({ status: 503, body: { status: 'failing', error } });

	return {
		/**
		 * Whether the receiver can take deliveries. Why the store does not answer is none of a stranger's business: that is
		 * logged.
		 */
		async ready(): Promise<Answer> {
			if (!(await isReadable())) return failing("The store doesn't respond.");
			if (!(await isWritable())) return failing("The store can't be written to.");
			healthy();
			return { status: 200, body: { status: 'ok' } };
		},
		/** Whether the process works: one whose store is away needs no restart. */
		live: (): Answer => ({ status: 200, body: { status: 'ok' } }),
		samples: async () => [...(await storeSamples(engine, unhealthy)), ...metrics.samples()],
	};
}

type Health = ReturnType<typeof openHealth>;

/** A request's path and query. */
export function partsOf({ url = '' }: IncomingMessage): [path: string, query: string] {
	const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url)!;
	return [path, query];
}

interface Answering {
	take: (request: IncomingMessage, turn: Promise<void> | undefined) => Promise<Answer | undefined>;
	health: Health;
	reject: Reject;
}

const NO_FIGURES =
	'Metrics are on a separate port. Start the receiver with --metrics-port (in the library: metricsPort).';

/** What a receiver answers: to deliveries, challenges, and probes. */
export function createHandlers(
	{ path = DEFAULT_PATH, verifyToken }: Pick<ReceiverOptions, 'path' | 'verifyToken'>,
	{ take, health, reject }: Answering,
): Handlers {
	async function answerGet(asked: string, query: string): Promise<Answer> {
		if (asked === LIVE_PATH) return health.live();
		if (READY_PATHS.includes(asked)) return await health.ready();
		const answer = answerChallenge(new URLSearchParams(query), verifyToken);
		return 'challenge' in answer
			? { status: 200, body: answer.challenge }
			: refused(answer.status, answer.error);
	}

	async function answerOther(request: IncomingMessage): Promise<Answer> {
		const [asked, query] = partsOf(request);
		const isOurs = asked === path;
		if (asked === METRICS_PATH) return reject('path', refused(404, NO_FIGURES));
		if (!isOurs && asked !== LIVE_PATH && !READY_PATHS.includes(asked)) {
			return reject('path', refused(404, `There is nothing here. Send deliveries to ${path}.`));
		}
		if (request.method === 'GET') return await answerGet(asked, query);
		const allow = isOurs ? 'GET, POST' : 'GET';
		return reject('method', refused(405, `${asked} accepts only ${allow}.`, { allow }));
	}

	return {
		async answer(request, turn) {
			try {
				if (request.method === 'POST' && partsOf(request)[0] === path) return await take(request, turn);
				if (turn) await turn;
				return await answerOther(request);
			} catch (error) {
				return reject('failed', FAILED, { level: 'error', cause: errorText(error) });
			}
		},
		onBroken: ({ reason, status, error }) => void reject(reason, refused(status, error)),
		onTooMany: () => void reject('overload', refused(503, 'Too many connections or waiting requests.')),
	};
}
