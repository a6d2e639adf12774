import type { Readable } from 'node:stream';
import type {
	IAllExecuteFunctions,
	IDataObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { plainHeaders, streamOrError, TransportError } from '../../gateway';
import type { Transport } from '../../gateway';
import { CREDENTIAL } from './credential';

/** The code of the connection error at the bottom of what n8n wraps around it. */
function connectionErrorCode(error: unknown): string | undefined {
	for (let cause = error; cause instanceof Error; cause = cause.cause) {
		const { code } = cause as Error & { code?: unknown };
		if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return code;
	}
	return undefined;
}

/** A transport over n8n's own request helper, so that n8n's proxy and certificate settings count. */
export function n8nTransport(context: Pick<IAllExecuteFunctions, 'helpers'>): Transport {
	const { httpRequestWithAuthentication } = context.helpers;
	return ({ method, url, headers, query, body, answer }) => {
		const options: IHttpRequestOptions = {
			method,
			url,
			headers,
			...(query && { qs: query }),
			...(body !== undefined && { body: body as IDataObject | Buffer }),
			...(answer === 'stream' ? { encoding: 'stream' } : { json: true }),
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		const request = httpRequestWithAuthentication.call(context as IAllExecuteFunctions, CREDENTIAL, options);
		return request.then(
			async ({ statusCode, headers: answered, body: content }: IN8nHttpFullResponse) => ({
				status: statusCode,
				headers: plainHeaders(answered),
				body: answer === 'stream' ? await streamOrError(statusCode, content as Readable) : content,
			}),
			(error: Error) => Promise.reject(new TransportError(error.message, connectionErrorCode(error))),
		);
	};
}
