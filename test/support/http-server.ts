import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Request {
	method: string;
	url: string;
	headers: IncomingMessage['headers'];
	/** The body as it came. */
	text: string;
	/** The body as JSON; undefined if it is empty. */
	body: unknown;
}

export interface HttpServer {
	url: string;
	/** The requests, oldest first. */
	requests: Request[];
	/** Whether it isn't closed. */
	isListening(): boolean;
	close(): Promise<void>;
}

/** A real HTTP server that answers as told. */
export async function startHttpServer(
	answer: (request: Request, response: ServerResponse) => void,
): Promise<HttpServer> {
	const requests: Request[] = [];
	const server = createServer((incoming, response) => {
		let text = '';
		incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
		incoming.on('end', () => {
			const { method = '', url = '', headers } = incoming;
			const body = text === '' ? undefined : (JSON.parse(text) as unknown);
			const request = { method, url, headers, text, body };
			requests.push(request);
			answer(request, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		isListening: () => server.listening,
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
