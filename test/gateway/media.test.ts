import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { failureOf, MINUTE, overEachTransport } from './support/scene';

const MB = 1024 * 1024;
const CONTENT = Buffer.from('not really a picture');
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const PNG = { content: CONTENT, mimeType: 'image/png', filename: 'tea.png' };

describe('media', () => {
	overEachTransport((at) => {
		const upload = async () => (await at.client.media.upload(PNG)).id;

		it('is uploaded and described', async () => {
			const id = await upload();
			expect(id).toMatch(/^\d+$/);
			const metadata: { messaging_product?: string } = await at.client.media.get(id);
			expect(metadata).toEqual({
				id,
				url: expect.stringMatching(/^http/),
				mime_type: 'image/png',
				sha256,
				file_size: CONTENT.length,
				messaging_product: 'whatsapp',
			});
		});

		describe('is downloaded', () => {
			it('by its id, as a stream', async () => {
				const { metadata, content } = await at.client.media.download(await upload());
				expect(metadata).toMatchObject({ mime_type: 'image/png', sha256 });
				expect(await buffer(content)).toEqual(CONTENT);
			});

			it('byte for byte where it holds JSON', async () => {
				const file = { mimeType: 'text/plain', text: '{ "a":  1 }' };
				const { id } = await at.sandbox.control.addMedia(file);
				const { content } = await at.client.media.download(id);
				expect((await buffer(content)).toString()).toBe(file.text);
			});

			it('by the URL of earlier, to the last moment of its 5 minutes', async () => {
				const metadata = await at.client.media.get(await upload());
				await at.sandbox.clock.advance(4 * MINUTE);
				expect((await at.client.media.download(metadata)).metadata.url).toBe(metadata.url);
			});

			it('by another URL, asked for once, where that of earlier has expired', async () => {
				const metadata = await at.client.media.get(await upload());
				await at.sandbox.clock.advance(5 * MINUTE);
				const again = await at.client.media.download(metadata);
				expect(again.metadata.url).not.toBe(metadata.url);
				expect(await buffer(again.content)).toEqual(CONTENT);
			});

			it('not where the second URL does not work either', async () => {
				const id = await upload();
				const expired = { path: '/media-files', code: 404, body: { error: 'expired' } };
				await at.sandbox.control.faults({ status: expired });
				expect(await failureOf(at.client.media.download(id))).toMatchObject({
					status: 404,
					title: 'expired',
				});
				await at.sandbox.control.faults({ status: { ...expired, times: 1 } });
				expect(await buffer((await at.client.media.download(id)).content)).toEqual(CONTENT);
			});

			it('not asked for again after another error: 500', async () => {
				const id = await upload();
				await at.sandbox.control.faults({ status: { path: '/media-files', code: 500, times: 1 } });
				expect((await failureOf(at.client.media.download(id))).status).toBe(500);
			});

			it.each([
				['size', { file_size: 21 }, 'it has 20 bytes instead of 21'],
				['SHA-256', { sha256: 'ab'.repeat(32) }, `its SHA-256 is ${sha256} instead of ${'ab'.repeat(32)}`],
			])('with an error at its end where its %s is another', async (_what, change, details) => {
				const metadata = { ...(await at.client.media.get(await upload())), ...change };
				const { content } = await at.client.media.download(metadata);
				expect(await failureOf(buffer(content))).toMatchObject({ name: 'GatewayError', details });
			});

			it('no further than it is described', async () => {
				const metadata = { ...(await at.client.media.get(await upload())), file_size: 7 };
				const { content } = await at.client.media.download(metadata);
				expect(await failureOf(buffer(content))).toMatchObject({
					name: 'GatewayError',
					details: 'it has more than 7 bytes',
				});
			});

			it('where its SHA-256 is written in base64 or in capitals', async () => {
				const metadata = await at.client.media.get(await upload());
				const base64 = Buffer.from(sha256, 'hex').toString('base64');
				for (const written of [base64, sha256.toUpperCase(), undefined]) {
					const { content } = await at.client.media.download({ ...metadata, sha256: written });
					expect(await buffer(content)).toEqual(CONTENT);
				}
			});

			it('with an error where the connection breaks on the way', async () => {
				const server = createServer((_request, response) => {
					response.writeHead(200, { 'content-length': 1000 });
					response.write('the beginning', () => response.destroy());
				});
				await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
				const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
				try {
					const { content } = await at
						.clientOf({ mediaHosts: [{ host: new URL(url).host }] })
						.media.download({
							id: '1',
							url,
							mime_type: undefined,
							sha256: undefined,
							file_size: undefined,
						});
					expect(await failureOf(buffer(content))).toMatchObject({
						name: 'GatewayError',
						title: "The gateway didn't respond",
						effect: 'retry',
					});
				} finally {
					server.closeAllConnections();
					await new Promise((resolve) => server.close(resolve));
				}
			});
		});

		it('is deleted', async () => {
			const id = await upload();
			expect(await at.client.media.delete(id)).toEqual({ success: true });
			expect((await failureOf(at.client.media.get(id))).status).toBe(404);
			expect((await failureOf(at.client.media.delete(id))).status).toBe(404);
		});

		it.each(['', 'abc', '12a', '-1', '1.5', '1/../2'])('has a numeric id: "%s" is not sent', async (id) => {
			const problems = [{ path: ['media_id'], message: `isn't numeric: "${id}"` }];
			expect((await failureOf(at.client.media.get(id))).problems).toEqual(problems);
			expect((await failureOf(at.client.media.download(id))).problems).toEqual(problems);
			expect((await failureOf(at.client.media.delete(id))).problems).toEqual(problems);
		});

		it.each([
			['image/jpeg', 5 * MB, 'has 5.1 MB, but an image can have at most 5 MB'],
			['image/webp', 500 * 1024, 'has 500.1 KB, but a sticker can have at most 500 KB'],
			['audio/ogg; codecs=opus', 16 * MB, 'has 16.1 MB, but audio can have at most 16 MB'],
			['video/mp4', 16 * MB, 'has 16.1 MB, but a video can have at most 16 MB'],
		])('of type %s has %d bytes at most', async (mimeType, most, wrong) => {
			const message = `${wrong}. Make it smaller, or send a text with a link to it`;
			const largest = await at.client.media.upload({ content: Buffer.alloc(most), mimeType });
			expect(largest).toEqual({ id: expect.any(String) });
			const error = await failureOf(at.client.media.upload({ content: Buffer.alloc(most + 1), mimeType }));
			expect(error.problems).toEqual([{ path: ['file'], message }]);
			const asked = at.client.media.upload(
				{ content: Buffer.alloc(most + 1), mimeType },
				{ checkFirst: false },
			);
			expect((await failureOf(asked)).name).toBe('GatewayError');
		});

		it('of a type that no image has, or empty, is not sent, as failed uploads block reading', async () => {
			const error = await failureOf(
				at.client.media.upload({ content: Buffer.alloc(0), mimeType: 'image/gif' }),
			);
			expect(error.problems).toEqual([
				{ path: ['file'], message: 'is empty' },
				{
					path: ['file'],
					message: 'has the type image/gif, but an image must be a JPEG or a PNG. Convert it',
				},
			]);
		});

		it.each(['application/zip', 'application/x-zip-compressed', 'application/x-msdownload'])(
			'that is an archive or a program (%s) is not sent',
			async (mimeType) => {
				const { problems } = await failureOf(at.client.media.upload({ content: CONTENT, mimeType }));
				expect(problems).toEqual([
					{
						path: ['file'],
						message: `has the type ${mimeType}, but a document must be a PDF, a text, or a file of Word, Excel, or PowerPoint. Choose another file, or send a text with a link to this one`,
					},
				]);
			},
		);

		it('that can’t be sent is called by its name', async () => {
			const file = { content: Buffer.alloc(0), mimeType: 'text/plain', filename: 'list.txt' };
			const { problems } = await failureOf(at.client.media.upload(file));
			expect(problems).toEqual([{ path: ['file'], message: '"list.txt" is empty' }]);
		});

		it.each(['text/csv', 'text/calendar', 'text/plain; charset=utf-8', 'Text/HTML'])(
			'that is a text, such as %s, is uploaded as a plain one, the only text that the platform takes',
			async (mimeType) => {
				const { id } = await at.client.media.upload({ content: CONTENT, mimeType, filename: 'list.csv' });
				expect(await at.client.media.get(id)).toMatchObject({ mime_type: 'text/plain' });
			},
		);

		it('of a type that only the gateway knows to be wrong: 131053', async () => {
			const file = { content: CONTENT, mimeType: 'application/x-unheard-of' };
			expect(await failureOf(at.client.media.upload(file))).toMatchObject({
				status: 400,
				code: 131053,
				effect: 'fix-request',
			});
		});

		it('is read no more for an hour after too many failed uploads: 429', async () => {
			const id = await upload();
			const bad = { content: CONTENT, mimeType: 'application/x-unheard-of' };
			for (let n = 0; n < 6; n += 1) await failureOf(at.client.media.upload(bad));
			expect(await failureOf(at.client.media.get(id))).toMatchObject({ status: 429, effect: 'slow-number' });
		});

		describe('attachments', () => {
			it('are a list where the gateway answers JSON', async () => {
				const id = await upload();
				expect(await at.client.media.listAttachments()).toMatchObject({
					kind: 'list',
					answer: { attachments: [{ id, mime_type: 'image/png', sha256 }] },
				});
			});

			it('are a file where it answers anything else', async () => {
				const answer = await at.client.media.listAttachments({ mid: await upload() });
				expect(answer).toMatchObject({ kind: 'file', mimeType: 'image/png' });
				expect(answer.kind === 'file' && (await buffer(answer.content))).toEqual(CONTENT);
			});
		});

		it('is neither read, uploaded, deleted nor listed with a wrong key: 401', async () => {
			const { media } = at.stranger;
			const calls = [media.get('1'), media.upload(PNG), media.delete('1'), media.listAttachments()];
			for (const call of calls) {
				expect(await failureOf(call)).toMatchObject({
					status: 401,
					title: 'invalid API key',
					effect: 'account-stop',
				});
			}
			const metadata = await at.client.media.get(await upload());
			expect((await failureOf(media.download(metadata))).status).toBe(401);
		});
	});
});

describe('media of a provider whose files come from the gateway itself', () => {
	overEachTransport(
		(at) => {
			it('is downloaded there, at the path of the URL that was answered', async () => {
				const { id } = await at.client.media.upload(PNG);
				const metadata = await at.client.media.get(id);
				const elsewhere = metadata.url.replace(/^http:\/\/[^/]+/, 'https://files.example.invalid');
				const { content } = await at.client.media.download({ ...metadata, url: elsewhere });
				expect(await buffer(content)).toEqual(CONTENT);
			});
		},
		{ profile: '360dialog' },
	);
});
