import type { ClientRequest, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { startSandbox, type Sandbox } from '../../sandbox';

const KB = 1_024;

let sandbox: Sandbox;
beforeEach(async () => {
	sandbox = await startSandbox({ token: 'token' });
});
afterEach(() => sandbox.close());

/** Begins a request with so many bytes of its body, and ends it only if told. Resolves with the answer. */
function post(path: string, headers: Record<string, string>, bytes: number, ends = false) {
	const asked: ClientRequest = request(`${sandbox.url}${path}`, { method: 'POST', headers });
	const answered = new Promise<IncomingMessage>((resolve, reject) => {
		asked.once('response', resolve).once('error', reject);
	});
	asked.write(Buffer.alloc(bytes, 'x'));
	if (ends) asked.end();
	return answered.finally(() => asked.destroy());
}

describe.each([
	['the API', '/messages', { 'svc-api-key': 'wrong' }],
	['the control', '/sandbox/control/violations', { authorization: 'Bearer wrong' }],
])('a body for %s', (_, path, wrong) => {
	it('of up to 64 KB is read before a stranger is refused', async () => {
		const { statusCode, headers } = await post(path, wrong, 64 * KB, true);
		expect([statusCode, headers.connection]).toEqual([401, 'keep-alive']);
	});

	it('that is larger is not read from a stranger, who is refused and loses the connection', async () => {
		const { statusCode, headers } = await post(path, wrong, 64 * KB + 1);
		expect([statusCode, headers.connection]).toEqual([401, 'close']);
	});
});

it('a body that is larger is read from who has the key or the token', async () => {
	const key = { 'svc-api-key': sandbox.apiKey };
	expect((await post('/messages', key, 128 * KB, true)).statusCode).toBe(400);
	const token = { authorization: 'Bearer token' };
	expect((await post('/sandbox/control/violations', token, 128 * KB, true)).statusCode).toBe(400);
});
