import 'reflect-metadata';
import { OutboundHttp } from '@n8n/backend-network';
import { Container } from '@n8n/di';
import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import type { Transport } from '../../../gateway';
import { axiosTransport } from '../../../gateway';
import { n8nTransport } from '../../../nodes/shared/n8n-transport';

/** n8n's own code that sends requests, as its request helper for nodes uses it. */
function overN8n(): Transport {
	const http = Container.get(OutboundHttp).requests();
	const httpRequest = (options: IHttpRequestOptions) =>
		http.request(options as Parameters<typeof http.request>[0]);
	return n8nTransport({ helpers: { httpRequest } as unknown as IAllExecuteFunctions['helpers'] });
}

/** Both transports that the client is used with. */
export const transports: ReadonlyArray<readonly [name: string, open: () => Transport]> = [
	['axios', axiosTransport],
	["n8n's request helper", overN8n],
];
