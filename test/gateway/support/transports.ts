import 'reflect-metadata';
import { OutboundHttp } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import type { IAllExecuteFunctions, IHttpRequestOptions, INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import type { Transport } from '../../../gateway';
import { axiosTransport } from '../../../gateway';
import { n8nTransport } from '../../../nodes/shared/n8n-transport';

const node: INode = {
	id: 'node',
	name: 'Messaging',
	type: 'businessMessaging',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * n8n's own code that sends requests, with the error that its request helper makes of a failure. Only the credential
 * is missing around it: the client puts the key there itself.
 */
function overN8n(): Transport {
	const http = Container.get(OutboundHttp).requests();
	const httpRequestWithAuthentication = (_credential: string, options: IHttpRequestOptions) =>
		http.request(options as Parameters<typeof http.request>[0]).catch((error: unknown) => {
			throw new NodeApiError(node, error as JsonObject);
		});
	const helpers = { httpRequestWithAuthentication } as unknown as IAllExecuteFunctions['helpers'];
	return n8nTransport({ helpers });
}

/** Both transports that the client is used with. */
export const transports: ReadonlyArray<readonly [name: string, open: () => Transport]> = [
	['axios', axiosTransport],
	["n8n's request helper", overN8n],
];
