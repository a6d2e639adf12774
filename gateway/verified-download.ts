import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MediaMetadata } from '../platform';
import { DOWNLOAD_BYTES } from '../platform';
import { brokenStream } from './answer-stream';
import type { Stream } from './connection';
import { GatewayError } from './gateway-error';

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
export function verifiedDownload({ request, body }: Stream, description: Description): Readable {
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
