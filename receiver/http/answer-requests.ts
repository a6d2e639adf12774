import type { IncomingMessage } from 'node:http';
import { createEngine } from '../../engine';
import { answerChallenge } from './challenge';
import type { Incident } from '../incidents';
import { logToStderr, withoutFloods } from '../incidents';
import type { ReceiverLimits } from './limits';
import type { Answer, Handlers } from './listener';
import { openLoad } from './load';
import type { RejectionReason } from './metrics';
import { openMetrics } from './metrics';
import { readBody } from './read-body';
import { receiveDelivery } from './receive-delivery';
import type { ReceiverOptions } from './receiver-options';
import { DEFAULT_PATH, HEALTH_PATH, METRICS_PATH, secretsOf, signatureHeader } from './receiver-options';

/** In how many seconds the gateway should send again. */
const RETRY_AFTER = { 'retry-after': '1' };

const refused = (status: number, error: string, headers?: Record<string, string>): Answer => ({
	status,
	body: { error },
	headers,
});

/** What a receiver answers: to deliveries, challenges, and those who ask how it is. */
export function createHandlers(options: ReceiverOptions, limits: ReceiverLimits): Handlers {
	const { store, path = DEFAULT_PATH, verifyToken, measureClock, now = Date.now } = options;
	const engine = createEngine({ store, now });
	const header = signatureHeader(options);
	const secrets = secretsOf(options.secret);
	const load = openLoad(limits);
	const metrics = openMetrics(load);
	const tell = withoutFloods(options.log ?? logToStderr);

	function reject(reason: RejectionReason, answer: Answer, incident: Partial<Incident> = {}): Answer {
		metrics.rejected(reason);
		const { error } = answer.body as { error: string };
		const { status } = answer;
		tell(reason, { level: 'warn', event: 'rejected', message: error, reason, status, ...incident });
		return answer;
	}

	const tooMuch = () =>
		reject('overload', refused(503, 'Too much is in flight: send again in a moment.', RETRY_AFTER));

	async function commit(request: IncomingMessage, rawBody: Buffer): Promise<Answer> {
		const signature = [request.headers[header]].flat()[0];
		const receipt = await receiveDelivery(
			{ rawBody, signature },
			{ engine, secret: secrets(), measureClock },
		);
		const { status, body, reason } = receipt;
		if (reason === undefined) {
			metrics.taken(receipt);
			return { status, body };
		}
		const answer = { status, body, ...(status === 503 && { headers: RETRY_AFTER }) };
		return reject(reason, answer, reason === 'store' ? { level: 'error' } : {});
	}

	async function takeDelivery(request: IncomingMessage): Promise<Answer | undefined> {
		const read = await readBody(request, load, limits.bodyBytes);
		if ('refused' in read) {
			if (read.refused === 'overload') return tooMuch();
			if (read.refused === 'too-large') {
				const largest = `A delivery has at most ${limits.bodyBytes} bytes: this one is larger, and was not taken.`;
				return reject('too-large', refused(413, largest), { level: 'error' });
			}
			metrics.rejected('aborted');
			return undefined;
		}
		try {
			if (!load.takeDelivery()) return tooMuch();
			try {
				return await commit(request, read.rawBody);
			} finally {
				load.releaseDelivery();
			}
		} finally {
			read.release();
		}
	}

	/** The figures of the inbox, `undefined` while the store does not answer. */
	async function inboxStats() {
		try {
			return await store.inbox.stats();
		} catch (error) {
			const message = `The store does not answer: ${error instanceof Error ? error.message : String(error)}`;
			tell('unhealthy', { level: 'error', event: 'unhealthy', message });
			return undefined;
		}
	}

	/** Why the store does not answer is none of a stranger's business: that is logged. */
	async function health(): Promise<Answer> {
		return (await inboxStats())
			? { status: 200, body: { status: 'ok' } }
			: { status: 503, body: { status: 'failing', error: 'The store does not answer.' } };
	}

	async function answerGet(asked: string, query: string): Promise<Answer> {
		if (asked === HEALTH_PATH) return await health();
		if (asked === METRICS_PATH) return { status: 200, body: metrics.text(now(), await inboxStats()) };
		const answer = answerChallenge(new URLSearchParams(query), verifyToken);
		return 'challenge' in answer
			? { status: 200, body: answer.challenge }
			: refused(answer.status, answer.error);
	}

	async function answer(request: IncomingMessage): Promise<Answer | undefined> {
		const [, asked = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(request.url ?? '')!;
		const isOurs = asked === path;
		if (!isOurs && asked !== HEALTH_PATH && asked !== METRICS_PATH) {
			return reject('path', refused(404, `There is nothing here: deliveries come to ${path}.`));
		}
		if (isOurs && request.method === 'POST') return await takeDelivery(request);
		if (request.method === 'GET') return await answerGet(asked, query);
		const allow = isOurs ? 'GET, POST' : 'GET';
		return reject('method', refused(405, `${asked} takes ${allow}.`, { allow }));
	}

	return {
		answer,
		onBroken: ({ reason, status, error }) => void reject(reason, refused(status, error)),
	};
}
