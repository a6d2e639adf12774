import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the gateway takes to accept a message. ms */
const TAKES = 20;

export interface AnswerGateway {
	url: string;
	/** Resolves when a message to this customer has arrived. */
	answerTo(customer: string): Promise<void>;
	/** How many messages have arrived for a customer who was already answered. */
	twice(): number;
	close(): Promise<void>;
}

/** A gateway that accepts every message, in the process that counts the answers. */
export async function startAnswerGateway(): Promise<AnswerGateway> {
	const waiting = new Map<string, () => void>();
	const answered = new Set<string>();
	let twice = 0;

	function take(to: string): object {
		if (answered.has(to)) twice += 1;
		answered.add(to);
		waiting.get(to)?.();
		waiting.delete(to);
		return {
			messaging_product: 'whatsapp',
			contacts: [{ input: to, wa_id: to }],
			messages: [{ id: `wamid.${to}` }],
		};
	}

	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const isMessage = request.url === '/messages';
			const answer = isMessage ? take((JSON.parse(body) as { to: string }).to) : { url: '' };
			const respond = () => {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(answer));
			};
			void (isMessage ? sleep(TAKES).then(respond) : respond());
		});
	});
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		answerTo: (customer) => new Promise((resolve) => waiting.set(customer, resolve)),
		twice: () => twice,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
