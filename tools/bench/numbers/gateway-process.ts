import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { mostInASecond } from '../campaign/contestant';
import { type NumberSeen, numberOf } from './load';

/** How long the gateway takes to accept a message. ms */
const TAKES = 50;

const TEMPLATES = {
	waba_templates: [{ name: 'hello', language: 'en_US', status: 'approved', category: 'UTILITY' }],
	total: 1,
};

let taken: Array<{ to: string; at: number }> = [];

function take(to: string): object {
	taken.push({ to, at: Date.now() });
	return {
		messaging_product: 'whatsapp',
		contacts: [{ input: to, wa_id: to }],
		messages: [{ id: `wamid.${to}.${taken.length}` }],
	};
}

/** What came since the last time that somebody asked, by number. */
function seen(): NumberSeen[] {
	const byNumber = new Map<number, typeof taken>();
	for (const message of taken) {
		const number = numberOf(message.to);
		const others = byNumber.get(number);
		if (others) others.push(message);
		else byNumber.set(number, [message]);
	}
	taken = [];
	return [...byNumber.values()].map((messages) => {
		const times = messages.map(({ at }) => at);
		return {
			accepted: messages.length,
			reached: new Set(messages.map(({ to }) => to)).size,
			first: times[0]!,
			last: times.at(-1)!,
			most: mostInASecond(times, 1_000),
		};
	});
}

/** A gateway in a process of its own that accepts every message, and counts what each number sends. */
const server = createServer((request, response) => {
	let body = '';
	request.on('data', (chunk: Buffer) => (body += chunk.toString()));
	request.on('end', () => {
		const respond = (answer: unknown) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(answer));
		};
		if (request.url === '/seen') return respond(seen());
		if (request.url?.startsWith('/v1/configs/templates')) return respond(TEMPLATES);
		if (request.url !== '/messages') return respond({ url: '' });
		const answer = take((JSON.parse(body) as { to: string }).to);
		setTimeout(() => respond(answer), TAKES);
	});
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`Gateway http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
