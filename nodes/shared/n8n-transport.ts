import type { Readable } from 'node:stream';
import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { Transport } from '../../gateway';
import { plainHeaders, readParsed, streamOrError, TransportError } from '../../gateway';
import { connectionCode } from './errors/connection-failure';

/**
 * A transport over n8n's own request helper, so that n8n's proxy and certificate settings count. Every answer is read
 * as a stream, because the helper has no limit for the size of an answer. The helper hides what a name resolves to, so
 * `publicUnlessIn` isn't checked here: only addresses that are written as such are refused, before. n8n's own protection
 * against requests to private addresses counts, if it's on. The client has put the key into the headers: n8n's helper
 * with authentication would read the credential from its database again for each request.
 */
export function n8nTransport(context: Pick<IAllExecuteFunctions, 'helpers'>): Transport {
	const { httpRequest } = context.helpers;
	return ({ method, url, headers, query, body, answer, maxBytes, signal }) => {
		const options: IHttpRequestOptions = {
			method,
			url,
			headers,
			...(query && { qs: query }),
			...(body !== undefined && { body: body as IDataObject | Buffer }),
			...(signal && { abortSignal: signal }),
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		return (httpRequest(options) as Promise<IN8nHttpFullResponse>).then(
			async ({ statusCode, headers: answered, body: content }: IN8nHttpFullResponse) => ({
				status: statusCode,
				headers: plainHeaders(answered),
				body: await (answer === 'stream'
					? streamOrError(statusCode, content as Readable)
					: readParsed(content as Readable, maxBytes)),
			}),
			(error: Error) => Promise.reject(new TransportError(error.message, connectionCode(error))),
		);
	};
}
