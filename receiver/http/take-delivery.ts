import type { IncomingMessage } from 'node:http';
import type { Engine } from '../../engine';
import { hasSignatureForm } from '../../engine';
import type { Tell } from '../incidents';
import type { AnswerPoster } from '../waits/answer-poster';
import type { Answer, Reject } from './answer';
import { refused } from './answer';
import type { Load } from './load';
import type { Metrics } from './metrics';
import { readBody } from './read-body';
import type { Delivery } from './read-delivery';
import { receiveDelivery, tellOfIneffective } from './receive-delivery';
import type { ReceiverLimits, ReceiverOptions } from './receiver-options';
import { boundSecretsOf, profileOf, signatureHeader } from './receiver-options';

/** In how many seconds the gateway should send again. */
const RETRY_AFTER = { 'retry-after': '1' };

const UNPLACED =
	"A delivery doesn't name a phone number, and its account has none or several. Its events are kept and take effect once the number is known. Specify the number with --channel or the channel option.";
const UNSTORABLE =
	'A delivery has data that the store refuses, such as an id that is far too long: it is kept as unknown, and changes nothing.';

/** What it takes to take deliveries in. */
export interface Taking {
	engine: Engine;
	limits: ReceiverLimits;
	load: Load;
	metrics: Metrics;
	tell: Tell;
	reject: Reject;
	answers: AnswerPoster;
}

/** Takes deliveries: reads them within limits, has them committed, and says what to answer. */
export function createTaker(
	options: ReceiverOptions,
	{ engine, limits, load, metrics, tell, reject, answers }: Taking,
) {
	const { channel, measureClock, clockChannels, askTemplate, forwardTo = [] } = options;
	const header = signatureHeader(options);
	const secrets = boundSecretsOf(options);

	const tooMuch = (hangUp?: true) =>
		reject('overload', {
			...refused(503, 'Too many deliveries are in progress. Send again in a moment.', RETRY_AFTER),
			hangUp,
		});

	/** Warns of events that don't count as they came, if there are any. */
	function warn(event: 'beyond-secret' | 'unplaced' | 'unstorable', events: number, message: string): void {
		if (events > 0) tell(event, { level: 'warn', event, message, events });
	}

	async function commit(delivery: Delivery): Promise<Answer> {
		const receipt = await receiveDelivery(delivery, {
			engine,
			secrets: secrets(),
			channel,
			agentRole: profileOf(options).agentRole,
			answers,
			measureClock,
			askTemplate,
			clockChannels: typeof clockChannels === 'function' ? clockChannels() : clockChannels,
			...(forwardTo.length > 0 && { forward: { to: forwardTo, signatureHeader: header } }),
		});
		const { status, body, reason, cause, beyondSecret, beyondOwners, unplaced, unstorable } = receipt;
		if (reason === undefined) {
			metrics.taken(receipt);
			warn(
				'beyond-secret',
				beyondSecret,
				`A delivery contained events of ${beyondOwners.join(', ')}, which are outside the rights of its secret. They're kept as unknown and change nothing. Give the secret all the numbers and accounts that it's for.`,
			);
			warn('unplaced', unplaced, UNPLACED);
			warn('unstorable', unstorable, UNSTORABLE);
			tellOfIneffective(tell, receipt);
			return { status, body };
		}
		const answer = { status, body, ...(status === 503 && { headers: RETRY_AFTER }) };
		return reject(reason, answer, {
			...(reason === 'store' && { level: 'error' }),
			...(cause !== undefined && { cause }),
		});
	}

	async function commitInTime(delivery: Delivery): Promise<Answer> {
		if (!load.takeDelivery()) return tooMuch();
		try {
			return await commit(delivery);
		} finally {
			load.releaseDelivery();
		}
	}

	return async (request: IncomingMessage, turn: Promise<void> | undefined): Promise<Answer | undefined> => {
		const signature = [request.headers[header]].flat()[0];
		if (!hasSignatureForm(signature)) {
			if (turn) await turn;
			engine.store.webhooks.noteRefused();
			const error =
				signature === undefined
					? 'The signature header is missing.'
					: "The signature header doesn't contain a signature.";
			return reject('signature', { ...refused(401, error), hangUp: true });
		}
		const read = await readBody(request, load, limits.bodyBytes);
		if (turn) await turn;
		if ('rawBody' in read) {
			try {
				const contentType = request.headers['content-type'];
				return await commitInTime({ rawBody: read.rawBody, signature, contentType });
			} finally {
				read.release();
			}
		}
		if (read.refused === 'overload') return tooMuch(true);
		if (read.refused === 'too-large') {
			const largest = `A delivery can have at most ${limits.bodyBytes} bytes. This one is larger, so it wasn't accepted.`;
			return reject('too-large', { ...refused(413, largest), endsSoon: true }, { level: 'error' });
		}
		metrics.rejected('aborted');
		return undefined;
	};
}
