import type { GatewayRequest, GatewayResponse, Transport } from '../../../gateway/transport';
import { TransportError } from '../../../gateway/transport';
import type { Random } from '../../support/seeded-random';
import type { Faults } from '../faults';
import type { Scheduler } from '../scheduler';
import { BEGIN, type SimulatedProcess } from '../simulated-process';
import type { Deliveries } from './deliveries';
import type { Refusal, WireMessage } from './judge-message';
import { judgeMessage, labelOf, whim } from './judge-message';
import { followMessage } from './statuses';
import type { Truth } from './truth';
import { keyIn } from './truth';

/** How long a client waits for an answer. ms */
const TIMEOUT = 30_000;
/** Messages that are refused for no fault of their own. */
const WHIMS = 0.05;

export interface SimulatedGateway {
	/** Its clock. Epoch ms */
	now(): number;
	/** A process's way to it. */
	transportOf(process: SimulatedProcess): Transport;
	/** When each message was handed to it. Virtual time, ms */
	readonly calls: number[];
	/** The keys of sends that a process was about to hand to it. */
	readonly called: ReadonlySet<string>;
}

export interface SimulatedGatewayOptions {
	scheduler: Scheduler;
	random: Random;
	faults: Faults;
	truth: Truth;
	deliveries: Deliveries;
}

const errorBody = ({ code, title }: Refusal) =>
	code === undefined ? { error: title } : { error: { code, message: title, title } };

/** A gateway with a truth of its own, over a network that loses and delays. */
export function simulateGateway(options: SimulatedGatewayOptions): SimulatedGateway {
	const { scheduler, random, faults, truth } = options;
	const calls: number[] = [];
	const called = new Set<string>();
	const now = () => BEGIN + scheduler.now();

	function answerMessage(message: WireMessage): Pick<GatewayResponse, 'status' | 'body'> {
		const refusal = (faults.areOn() && whim(random, WHIMS)) || judgeMessage(truth, message, now());
		if (refusal) return { status: refusal.status, body: errorBody(refusal) };
		const { to, biz_opaque_callback_data: callbackData } = message;
		const id = `wamid.out.${truth.accepted.length + 1}`;
		const [key, label] = [keyIn(callbackData), labelOf(message)];
		const isTemplate = message.template !== undefined;
		const accepted = { id, to, label, isTemplate, key, callbackData, at: now(), status: 'sent' as const };
		truth.accepted.push(accepted);
		followMessage(accepted, options, now);
		return { status: 200, body: { contacts: [{ input: to, wa_id: to }], messages: [{ id }] } };
	}

	function answerTo({ method, url, query, body }: GatewayRequest): Pick<GatewayResponse, 'status' | 'body'> {
		const { pathname } = new URL(url);
		switch (`${method} ${pathname}`) {
			case 'POST /messages':
				return answerMessage(body as WireMessage);
			case 'GET /v1/configs/webhook':
				return { status: 200, body: { url: 'https://n8n.example.com/webhook' } };
			case 'GET /v1/configs/templates': {
				const filters = JSON.parse(String(query?.filters ?? '{}')) as Record<string, string>;
				const name = filters['business_templates.name'];
				const found = truth.templates.filter((one) => name === undefined || one.name === name);
				return { status: 200, body: { waba_templates: found, total: found.length, limit: 1_000 } };
			}
			default:
				throw new Error(`Nobody was to call ${method} ${pathname}.`);
		}
	}

	const answered = (request: GatewayRequest): GatewayResponse => ({
		...answerTo(request),
		headers: { date: new Date(now()).toUTCString() },
	});

	const isMessage = ({ url }: GatewayRequest) => url.endsWith('/messages');
	const nameOf = (request: GatewayRequest) =>
		isMessage(request) ? keyIn((request.body as WireMessage).biz_opaque_callback_data) : request.url;

	return {
		now,
		calls,
		called,
		transportOf: (process) => (request) =>
			new Promise((resolve, reject) => {
				// The process has crashed in this very step.
				if (!process.isAlive) return;
				const mishap = faults.ofCall();
				const name = nameOf(request);
				process.tell(`calls ${name}`);
				if (isMessage(request)) called.add(name);
				if (mishap === 'crash before') return process.crash();
				if (mishap === 'fails') return reject(new TransportError('connect ECONNREFUSED', 'ECONNREFUSED'));
				if (isMessage(request)) calls.push(scheduler.now());
				// Once it is on the way, it arrives, whatever becomes of the process.
				scheduler.after(faults.networkDelay(), `gateway takes ${name}`, () => {
					if (mishap === 'answer lost') {
						if (random.chance(0.5)) answered(request);
						// The connection breaks, or there is only silence.
						if (random.chance(0.5)) process.after(faults.networkDelay(), `loses ${name}`, lose);
						return;
					}
					const response = answered(request);
					process.after(faults.networkDelay(), `is answered ${response.status} ${name}`, () => {
						cancelTimeout();
						if (mishap === 'crash after') process.crash();
						else resolve(response);
					});
				});
				function lose(): void {
					cancelTimeout();
					reject(new TransportError('socket hang up', 'ECONNRESET'));
				}
				const cancelTimeout = process.after(TIMEOUT, `waits no longer for ${name}`, () =>
					reject(new TransportError('timeout', 'ECONNABORTED')),
				);
			}),
	};
}
