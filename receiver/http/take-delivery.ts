import type { IncomingMessage } from 'node:http';
import type { Engine } from '../../engine';
import { hasSignatureForm } from '../../engine';
import type { Answer } from './answer';
import type { ReceiverLimits } from './limits';
import type { Load } from './load';
import type { Metrics } from './metrics';
import { readBody } from './read-body';
import { receiveDelivery } from './receive-delivery';
import type { ReceiverOptions } from './receiver-options';
import { boundSecretsOf, signatureHeader } from './receiver-options';
import type { Reject, Tell } from './reject';
import { refused } from './reject';

/** In how many seconds the gateway should send again. */
const RETRY_AFTER = { 'retry-after': '1' };

/** What it takes to take deliveries in. */
export interface Taking {
	engine: Engine;
	limits: ReceiverLimits;
	load: Load;
	metrics: Metrics;
	tell: Tell;
	reject: Reject;
}

/** Takes deliveries: reads them within limits, has them committed, and says what to answer. */
export function createTaker(
	options: ReceiverOptions,
	{ engine, limits, load, metrics, tell, reject }: Taking,
) {
	const { channel, measureClock, clockChannels } = options;
	const header = signatureHeader(options);
	const secrets = boundSecretsOf(options);

	const tooMuch = (hangUp?: true) =>
		reject('overload', {
			...refused(503, 'Too much is in flight: send again in a moment.', RETRY_AFTER),
			hangUp,
		});

	async function commit(rawBody: Buffer, signature: string | undefined): Promise<Answer> {
		const receipt = await receiveDelivery(
			{ rawBody, signature },
			{
				engine,
				secrets: secrets(),
				channel,
				measureClock,
				clockChannels: typeof clockChannels === 'function' ? clockChannels() : clockChannels,
			},
		);
		const { status, body, reason, cause, beyondSecret, unplaced, unstorable } = receipt;
		if (reason === undefined) {
			metrics.taken(receipt);
			if (beyondSecret > 0) {
				const message =
					'A delivery said more than its secret may: that is kept as unknown, and changes nothing. Give the secret all numbers and accounts that it is for.';
				tell('beyond-secret', { level: 'warn', event: 'beyond-secret', message, events: beyondSecret });
			}
			if (unplaced > 0) {
				const message =
					'A delivery names no phone number, and its account is known to have none or several: its events are kept, and count once the number is known. Name it with --channel, or the option channel.';
				tell('unplaced', { level: 'warn', event: 'unplaced', message, events: unplaced });
			}
			if (unstorable > 0) {
				const message =
					'A delivery has data that the store refuses, such as an id that is far too long: it is kept as unknown, and changes nothing.';
				tell('unstorable', { level: 'warn', event: 'unstorable', message, events: unstorable });
			}
			return { status, body };
		}
		const answer = { status, body, ...(status === 503 && { headers: RETRY_AFTER }) };
		return reject(reason, answer, {
			...(reason === 'store' && { level: 'error' }),
			...(cause !== undefined && { cause }),
		});
	}

	async function commitInTime(rawBody: Buffer, signature: string | undefined): Promise<Answer> {
		if (!load.takeDelivery()) return tooMuch();
		try {
			return await commit(rawBody, signature);
		} finally {
			load.releaseDelivery();
		}
	}

	return async (request: IncomingMessage, turn: Promise<void> | undefined): Promise<Answer | undefined> => {
		const signature = [request.headers[header]].flat()[0];
		if (!hasSignatureForm(signature)) {
			if (turn) await turn;
			const error =
				signature === undefined
					? 'The signature header is missing.'
					: 'The signature header holds no signature.';
			return reject('signature', { ...refused(401, error), hangUp: true });
		}
		const read = await readBody(request, load, limits.bodyBytes);
		if (turn) await turn;
		if ('rawBody' in read) {
			try {
				return await commitInTime(read.rawBody, signature);
			} finally {
				read.release();
			}
		}
		if (read.refused === 'overload') return tooMuch(true);
		if (read.refused === 'too-large') {
			const largest = `A delivery has at most ${limits.bodyBytes} bytes: this one is larger, and was not taken.`;
			return reject('too-large', refused(413, largest), { level: 'error' });
		}
		metrics.rejected('aborted');
		return undefined;
	};
}
