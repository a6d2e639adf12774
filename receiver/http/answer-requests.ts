import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Runtime } from '../../base';
import { errorText } from '../../base';
import type { ForwardStats, InboxStats, Store } from '../../engine';
import type { Tell } from '../incidents';
import type { Answer, Reject } from './answer';
import { refused } from './answer';
import type { Handlers } from './listener';
import type { Metrics } from './metrics';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_PATH, HEALTH_PATH, METRICS_PATH } from './receiver-options';

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
export function openHealth(
	store: Store,
	metrics: Metrics,
	{ now, monotonic }: Pick<Runtime, 'now' | 'monotonic'>,
	tell: Tell,
) {
	let checked: { at: number; isWritable: Promise<boolean> } | undefined;

	function unhealthy(what: string, error: unknown): void {
		tell('unhealthy', { level: 'error', event: 'unhealthy', message: `${what}: ${errorText(error)}` });
	}

	/** Whether the store takes what is written to it: one on a full disk can still be read. */
	function isWritable(): Promise<boolean> {
		if (checked && monotonic() - checked.at < CHECK_AGE) return checked.isWritable;
		const checking = store.check().then(
			() => true,
			(error: unknown) => {
				unhealthy("The store can't be written to", error);
				return false;
			},
		);
		checked = { at: monotonic(), isWritable: checking };
		return checking;
	}

	/** What the store says, `undefined` while it does not answer. */
	async function said<Stats>(stats: Promise<Stats>): Promise<Stats | undefined> {
		try {
			return await stats;
		} catch (error) {
			unhealthy("The store doesn't respond", error);
			return undefined;
		}
	}

	const inboxStats = (): Promise<InboxStats | undefined> => said(store.inbox.stats());
	const forwardStats = (): Promise<ForwardStats[] | undefined> => said(store.forwards.stats());

	return {
		/** Why the store does not answer is none of a stranger's business: that is logged. */
		async probe(): Promise<Answer> {
			if (!(await inboxStats())) {
				return { status: 503, body: { status: 'failing', error: "The store doesn't respond." } };
			}
			return (await isWritable())
				? { status: 200, body: { status: 'ok' } }
				: { status: 503, body: { status: 'failing', error: "The store can't be written to." } };
		},
		figures: async (): Promise<Answer> => ({
			status: 200,
			body: metrics.text(now(), await inboxStats(), await forwardStats()),
		}),
	};
}

type Health = ReturnType<typeof openHealth>;

/** A request's path and query. */
function partsOf({ url = '' }: IncomingMessage): [path: string, query: string] {
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
		if (asked === HEALTH_PATH) return await health.probe();
		const answer = answerChallenge(new URLSearchParams(query), verifyToken);
		return 'challenge' in answer
			? { status: 200, body: answer.challenge }
			: refused(answer.status, answer.error);
	}

	async function answerOther(request: IncomingMessage): Promise<Answer> {
		const [asked, query] = partsOf(request);
		const isOurs = asked === path;
		if (asked === METRICS_PATH) return reject('path', refused(404, NO_FIGURES));
		if (!isOurs && asked !== HEALTH_PATH) {
			return reject('path', refused(404, `There is nothing here. Send deliveries to ${path}.`));
		}
		if (request.method === 'GET') return await answerGet(asked, query);
		const allow = isOurs ? 'GET, POST' : 'GET';
		return reject('method', refused(405, `${asked} accepts only ${allow}.`, { allow }));
	}

	return {
		async answer(request, turn) {
			if (request.method === 'POST' && partsOf(request)[0] === path) return await take(request, turn);
			if (turn) await turn;
			return await answerOther(request);
		},
		onBroken: ({ reason, status, error }) => void reject(reason, refused(status, error)),
		onTooMany: () => void reject('overload', refused(503, 'Too many connections or waiting requests.')),
	};
}

/** What the port for figures answers. */
export function createFigureHandlers(health: Health): Handlers {
	return {
		async answer(request, turn) {
			if (turn) await turn;
			if (partsOf(request)[0] !== METRICS_PATH)
				return refused(404, `There is nothing here except ${METRICS_PATH}.`);
			if (request.method !== 'GET')
				return refused(405, `${METRICS_PATH} accepts only GET.`, { allow: 'GET' });
			return await health.figures();
		},
		onBroken: () => {},
		onTooMany: () => {},
	};
}
