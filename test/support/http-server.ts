import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Request {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	body: unknown;
}

export interface HttpServer {
	url: string;
	/** What was asked, oldest first. */
	requests: Request[];
	close(): Promise<void>;
}

/** A real HTTP server that answers as told. */
export async function startHttpServer(
	answer: (request: Request, response: ServerResponse) => void,
): Promise<HttpServer> {
	const requests: Request[] = [];
	const server = createServer((incoming, response) => {
		let text = '';
		incoming.on('data', (chunk: Buffer) => (text += chunk.toString()));
		incoming.on('end', () => {
			const { method = '', url = '', headers } = incoming;
			const request = { method, url, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
			requests.push(request);
			answer(request, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}

/** Answers with JSON. */
export function json(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(JSON.stringify(body));
}
