import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { axiosTransport } from '../../gateway';

let server: Server;
let opened: number;
let closed: Array<Promise<unknown>>;
let answer: (response: ServerResponse, request: IncomingMessage) => void;

/** A gateway that closes nothing itself. */
beforeEach(async () => {
	opened = 0;
	closed = [];
	answer = (response) => response.end('{}');
	server = createServer((request, response) => {
		request.resume().on('end', () => answer(response, request));
	});
	server.keepAliveTimeout = 0;
	server.on('connection', (connection: Socket) => {
		opened += 1;
		closed.push(new Promise((resolve) => connection.once('close', resolve)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
	server.closeAllConnections();
	server.close();
});

const requestOf = (path: string) => ({
	method: 'POST' as const,
	url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
	headers: {},
	body: { type: 'text' },
});

describe('a connection that nobody uses', () => {
	it('is closed after a while, so that no message meets the moment in which the gateway closes it', async () => {
		const send = axiosTransport({ unusedFor: 20 });
		await send(requestOf('/first'));
		await closed[0];
		await send(requestOf('/second'));
		expect(opened).toBe(2);
	});

	it('is used again before that', async () => {
		const send = axiosTransport({ unusedFor: 60_000 });
		await send(requestOf('/first'));
		await send(requestOf('/second'));
		expect(opened).toBe(1);
	});

	it('is closed a second before the gateway says that it closes it', async () => {
		answer = (response) => response.setHeader('keep-alive', 'timeout=2').end('{}');
		const send = axiosTransport({ unusedFor: 60_000 });
		await send(requestOf('/first'));
		await closed[0];
		await send(requestOf('/second'));
		expect(opened).toBe(2);
	});
});

it('a connection whose answer takes longer is kept open for it', async () => {
	const heldBack = new Promise<ServerResponse>((resolve) => {
		answer = (response, { url }) => (url === '/slow' ? resolve(response) : response.end('{}'));
	});
	const send = axiosTransport({ unusedFor: 20 });
	async function restMeanwhile(): Promise<void> {
		const response = await heldBack;
		await send(requestOf('/fast'));
		await closed[1];
		response.end('{"is":"kept"}');
	}
	const [{ body }] = await Promise.all([send(requestOf('/slow')), restMeanwhile()]);
	expect(body).toEqual({ is: 'kept' });
	expect(opened).toBe(2);
});
