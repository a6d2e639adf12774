import type { IncomingMessage } from 'node:http';
import type { Answer } from './answer';
import { answerChallenge } from './challenge';
import type { Health } from './health';
import type { Handlers } from './listener';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_PATH, HEALTH_PATH, METRICS_PATH } from './receiver-options';
import type { Reject } from './reject';
import { refused } from './reject';

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
