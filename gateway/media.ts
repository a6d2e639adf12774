import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { FILLED_TEXT, WEB_URL, wrongTypes } from '../base';
import type { MediaMetadata } from '../platform';
import {
	DOWNLOAD_BYTES,
	MEDIA_BYTES,
	mediaId,
	mediaKindOf,
	mediaMetadata,
	mediaUploaded,
	uploadType,
	whyNotTaken,
	whyTooLarge,
} from '../platform';
import type { Checks, RequestProblem } from './check-request';
import { problemsAt, problemsIn, problemsOfFile, refuse } from './check-request';
import type { Connection, Stream } from './connection';
import { act, PRODUCT } from './connection';
import { GatewayError } from './gateway-error';
import type { OutgoingFile } from './transport';
import { brokenStream, LIST_BYTES, readParsed, TransportError } from './transport';

type Description = Partial<Pick<MediaMetadata, 'sha256' | 'file_size'>>;

/** How a file differs from its description, in words; empty if it doesn't. */
function differences({ sha256, file_size: size }: Description, digest: Buffer, bytes: number): string[] {
	const spellings = [digest.toString('hex'), digest.toString('base64')];
	const isOther =
		sha256 !== undefined && !spellings.includes(sha256) && sha256.toLowerCase() !== spellings[0];
	return [
		...(size !== undefined && size !== bytes ? [`it has ${bytes} bytes instead of ${size}`] : []),
		...(isOther ? [`its SHA-256 is ${spellings[0]} instead of ${sha256}`] : []),
	];
}

/**
 * The bytes of a download as they come, and no more than are described. The stream fails at its end if they aren't what
 * the description says, and at once if there are more, or the connection breaks: with a `GatewayError`, as every call
 * does.
 */
function verifiedDownload({ request, body }: Stream, description: Description): Readable {
	const most = Math.min(description.file_size ?? DOWNLOAD_BYTES, DOWNLOAD_BYTES);

	async function* verified() {
		const hash = createHash('sha256');
		let bytes = 0;
		try {
			for await (const chunk of body as AsyncIterable<Buffer>) {
				bytes += chunk.length;
				if (bytes > most) break;
				hash.update(chunk);
				yield chunk;
			}
		} catch (error) {
			throw GatewayError.fromTransport(request, brokenStream(error));
		}
		body.destroy();
		const wrong =
			bytes > most ? [`it has more than ${most} bytes`] : differences(description, hash.digest(), bytes);
		if (wrong.length === 0) return;
		const title = "The downloaded file doesn't match its description";
		throw new GatewayError(request, { title, details: wrong.join('; '), effect: 'retry' });
	}
	return Readable.from(verified(), { objectMode: false });
}

/** A file that is being downloaded. The caller has to read its content or destroy it. */
export interface Download {
	metadata: MediaMetadata;
	/** Fails at its end if the size or the SHA-256 doesn't match the metadata. */
	content: Readable;
}

/**
 * What the list of attachments returns: JSON as it is, anything else as a file (docs/interface.md, Where the sources
 * differ).
 */
export type Attachments =
	{ kind: 'list'; answer: unknown } | { kind: 'file'; mimeType: string; content: Readable };

/** Answers to a download whose URL is no longer valid. */
const EXPIRED: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

/** What is wrong with a file to upload: more than 5 failed uploads in an hour block reading, so it is known before. */
function problemsOfUpload({ content, mimeType, filename }: OutgoingFile): RequestProblem[] {
	const kind = mediaKindOf(mimeType);
	const problems = problemsAt('file', [
		content.length === 0 && 'is empty',
		mimeType.trim() === '' && 'has no MIME type',
		mimeType.trim() !== '' && whyNotTaken(mimeType),
		kind !== undefined && content.length > MEDIA_BYTES[kind] && whyTooLarge(kind, content.length),
	]);
	if (!filename) return problems;
	return problems.map(({ path, message }) => ({ path, message: `"${filename}" ${message}` }));
}

async function parsedBody({ request, body }: Stream): Promise<unknown> {
	return readParsed(body, LIST_BYTES).catch((error: unknown) => {
		throw error instanceof TransportError ? GatewayError.fromTransport(request, error) : error;
	});
}

/**
 * Media (docs/interface.md, Media). Every method rejects with a `GatewayError`, or with an `InvalidRequest` before
 * anything is sent.
 */
export function mediaOf(connection: Connection) {
	const { call, stream, baseUrl, profile } = connection;

	/** Information about a file, and where it can be downloaded for the next 5 minutes. */
	async function get(id: string): Promise<MediaMetadata> {
		refuse(problemsIn(mediaId, id, 'media_id'));
		return call({ method: 'GET', path: `/${id}`, answer: mediaMetadata });
	}

	function downloadUrl({ url }: MediaMetadata): string {
		if (profile.mediaHost === 'answered') return url;
		const { pathname, search } = new URL(url);
		return `${baseUrl}${pathname}${search}`;
	}

	async function fetchAgainIfExpired(metadata: MediaMetadata): Promise<[MediaMetadata, Stream]> {
		try {
			return [metadata, await stream(downloadUrl(metadata))];
		} catch (error) {
			if (!(error instanceof GatewayError) || !EXPIRED.has(error.status)) throw error;
			const fresh = await get(metadata.id);
			return [fresh, await stream(downloadUrl(fresh))];
		}
	}

	return {
		get,
		/**
		 * Downloads a file, by its id or by what `get` returned. If the URL has expired, it's requested again, once.
		 */
		async download(media: string | MediaMetadata): Promise<Download> {
			if (typeof media !== 'string') refuse(wrongTypes(media, { id: FILLED_TEXT, url: WEB_URL }, ['media']));
			const known = typeof media === 'string' ? await get(media) : media;
			const [metadata, opened] = await fetchAgainIfExpired(known);
			return { metadata, content: verifiedDownload(opened, metadata) };
		},
		/** Uploads a file; its id can be sent. Every text, such as a CSV, is uploaded as a plain one. */
		async upload(given: OutgoingFile, { checkFirst = true }: Checks = {}): Promise<{ id: string }> {
			refuse(problemsOfFile(given));
			const file = { ...given, mimeType: uploadType(given.mimeType) };
			if (checkFirst) refuse(problemsOfUpload(file));
			const form = { fields: PRODUCT, file, fileField: profile.mediaFileField };
			return call({ method: 'POST', path: '/media', form, answer: mediaUploaded });
		},
		/** Deletes a file from the platform's storage. */
		async delete(id: string): Promise<{ success: true }> {
			refuse(problemsIn(mediaId, id, 'media_id'));
			return act(connection, { method: 'DELETE', path: `/${id}` });
		},
		/** The attachments. The interface shows no parameters; what a provider takes goes into `query`. */
		async listAttachments(query: Record<string, string> = {}): Promise<Attachments> {
			const opened = await stream(`${baseUrl}/messaging_business/attachments/`, query);
			const mimeType = opened.headers['content-type'] ?? 'application/octet-stream';
			if (/\bjson\b/i.test(mimeType)) return { kind: 'list', answer: await parsedBody(opened) };
			return { kind: 'file', mimeType, content: verifiedDownload(opened, {}) };
		},
	};
}
