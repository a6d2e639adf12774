import { gzipSync } from 'node:zlib';
import type { ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { systemRuntime } from '../../base';
import { createGatewayClient } from '../../gateway';
import { type HttpServer, json, startHttpServer } from '../support/http-server';
import { openTestClock } from '../support/test-clock';
import { until } from '../support/until';
import { failureOf, MINUTE } from './support/scene';
import { transports } from './support/transports';

const KB = 1_024;
const MB = 1_024 * KB;
const TEXT = { to: '+49 170 1234567', type: 'text', text: { body: 'Hi' } };
const ACCEPTED = { messages: [{ id: 'wamid.1' }] };

/** An accepted message of so many bytes. */
const padded = (bytes: number) => {
	const empty = JSON.stringify({ ...ACCEPTED, pad: '' });
	return JSON.stringify({ ...ACCEPTED, pad: 'x'.repeat(bytes - empty.length) });
};

describe.each(transports)('over %s', (_name, open) => {
	let server: HttpServer;
	let answer: (response: ServerResponse) => void;
	beforeEach(async () => {
		server = await startHttpServer((_request, response) => answer(response));
	});
	afterEach(() => server.close());
	const client = (runtime = systemRuntime) =>
		createGatewayClient({ baseUrl: server.url, apiKey: 'key', transport: open(), runtime });

	/** A client whose time passes once the server has its request, and the failure of what it waits for. */
	function patient() {
		const clock = openTestClock();
		return {
			client: client(clock.runtime),
			async failure(call: Promise<unknown>) {
				let isOver = false;
				const failure = failureOf(call).finally(() => (isOver = true));
				await until(() => server.requests.length > 0);
				await until(async () => {
					await clock.pass(MINUTE);
					return isOver;
				});
				return await failure;
			},
		};
	}

	/** Writes a byte now and then until the client hangs up. */
	function trickle(status: number, type = 'application/json'): Promise<void> {
		return new Promise((hungUp) => {
			answer = (response) => {
				response.writeHead(status, { 'content-type': type });
				const timer = setInterval(() => response.write(' '), 10);
				response.on('close', () => {
					clearInterval(timer);
					hungUp();
				});
			};
		});
	}

	describe('an answer that trickles', () => {
		it('is given up: the message may be out', async () => {
			const hungUp = trickle(200);
			const { client: waiting, failure } = patient();
			expect(await failure(waiting.messages.send(TEXT))).toMatchObject({
				effect: 'unknown-outcome',
				status: undefined,
				details: "The response wasn't complete after 30 seconds.",
			});
			await hungUp;
		});

		it('with the status of a refusal proves nothing either', async () => {
			const hungUp = trickle(400);
			const { client: waiting, failure } = patient();
			expect(await failure(waiting.messages.send(TEXT))).toMatchObject({ effect: 'unknown-outcome' });
			await hungUp;
		});

		it('to a call that reads can be asked for again later', async () => {
			const hungUp = trickle(200);
			const { client: waiting, failure } = patient();
			expect(await failure(waiting.groups.list())).toMatchObject({ effect: 'retry', call: 'read' });
			await hungUp;
		});

		it('with a file is given up after 10 minutes', async () => {
			const hungUp = trickle(200, 'image/png');
			const { client: waiting, failure } = patient();
			const { content } = await waiting.media.download({
				id: '1',
				url: `${server.url}/file`,
				mime_type: undefined,
				sha256: undefined,
				file_size: undefined,
			});
			expect(await failure(buffer(content))).toMatchObject({
				name: 'GatewayError',
				effect: 'retry',
				details: "The response wasn't complete after 600 seconds.",
			});
			await hungUp;
		});
	});

	it('a gateway that never answers is given up: the message may be out', async () => {
		answer = () => {};
		const { client: waiting, failure } = patient();
		expect(await failure(waiting.messages.send(TEXT))).toMatchObject({ effect: 'unknown-outcome' });
	});

	describe('the size of an answer', () => {
		it('is 1 MB at most', async () => {
			answer = (response) => response.end(padded(MB));
			expect(await client().messages.send(TEXT)).toMatchObject(ACCEPTED);
		});

		it.each([200, 400])('beyond that, with the status %d: the message may be out', async (status) => {
			answer = (response) => response.writeHead(status).end(padded(MB + 1));
			expect(await failureOf(client().messages.send(TEXT))).toMatchObject({
				effect: 'unknown-outcome',
				details: 'The response has more than 1048576 bytes.',
			});
		});

		it('counts what comes out of a compressed one', async () => {
			answer = (response) =>
				response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(padded(32 * MB)));
			expect(await failureOf(client().messages.send(TEXT))).toMatchObject({ effect: 'unknown-outcome' });
		});

		it('is 16 MB at most for a list', async () => {
			const list = (bytes: number) => {
				const start = '{"waba_templates":[],"filters":"';
				return `${start}${'x'.repeat(bytes - start.length - 2)}"}`;
			};
			answer = (response) => response.end(list(16 * MB));
			expect(await client().templates.list()).toMatchObject({ waba_templates: [] });
			answer = (response) => response.end(list(16 * MB + 1));
			expect(await failureOf(client().templates.list())).toMatchObject({
				effect: 'retry',
				details: 'The response has more than 16777216 bytes.',
			});
		});

		it('is bounded for the error of a download too', async () => {
			answer = (response) => response.writeHead(400).end(padded(MB + 1));
			const file = { id: '1', url: `${server.url}/file` };
			const nothing = { mime_type: undefined, sha256: undefined, file_size: undefined };
			expect(await failureOf(client().media.download({ ...file, ...nothing }))).toMatchObject({
				details: 'The response has more than 1048576 bytes.',
			});
		});
	});

	it('a file whose description promises more than 100 MB is read no further than that', async () => {
		const chunk = Buffer.alloc(MB);
		answer = (response) => {
			response.writeHead(200, { 'content-type': 'video/mp4' });
			const go = () => {
				while (!response.destroyed && response.write(chunk));
				response.once('drain', go);
			};
			go();
		};
		const { content } = await client().media.download({
			id: '1',
			url: `${server.url}/file`,
			mime_type: 'video/mp4',
			sha256: undefined,
			file_size: 1024 * MB,
		});
		let bytes = 0;
		const read = async () => {
			for await (const part of content as AsyncIterable<Buffer>) bytes += part.length;
		};
		expect(await failureOf(read())).toMatchObject({ details: 'it has more than 104857600 bytes' });
		expect(bytes).toBeLessThanOrEqual(100 * MB);
	});

	it('a text that begins with a byte order mark is read as JSON', async () => {
		answer = (response) => json(response, 200, ACCEPTED);
		expect(await client().messages.send(TEXT)).toMatchObject(ACCEPTED);
		answer = (response) => response.end(`\ufeff${JSON.stringify(ACCEPTED)}`);
		expect(await client().messages.send(TEXT)).toMatchObject(ACCEPTED);
	});
});
