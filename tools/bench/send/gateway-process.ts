import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

/** The gateway's answer to a request for the template list; a message is accepted. */
const TEMPLATES = {
	waba_templates: [{ name: 'hello', language: 'en_US', status: 'approved', category: 'UTILITY' }],
	total: 1,
};

let accepted = 0;

function answerTo(path: string, body: string): unknown {
	if (path.startsWith('/v1/configs/templates')) return TEMPLATES;
	if (path.startsWith('/v1/configs/webhook')) return { url: '' };
	const { to } = JSON.parse(body) as { to: string };
	accepted += 1;
	return {
		messaging_product: 'whatsapp',
		contacts: [{ input: to, wa_id: to }],
		messages: [{ id: `wamid.${accepted}` }],
	};
}

/** A gateway in a process of its own that accepts every message at once. */
const server = createServer((request, response) => {
	let body = '';
	request.on('data', (chunk: Buffer) => (body += chunk.toString()));
	request.on('end', () => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answerTo(request.url ?? '', body)));
	});
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	process.stdout.write(`Gateway http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
