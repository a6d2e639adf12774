import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Told } from './telling-workflow';

/** Listens to what executions tell. One with a poisoned event is answered 500, so that it fails. */
export async function startListener() {
	const told: Told[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const one = JSON.parse(body) as Told;
			told.push(one);
			response.statusCode = one.events.some(({ id }) => id.startsWith('message:poison')) ? 500 : 200;
			response.end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { told, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
