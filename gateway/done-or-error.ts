import { urlAt } from '../platform';
import type { Connection } from './connection';
import { GatewayError } from './gateway-error';
import type { GatewayRequest } from './transport';

/**
 * The gateway can answer 200 and say in the body that nothing was done: that is an error too.
 * @throws GatewayError with what the body says
 */
export function doneOrError(
	{ baseUrl, hideKey }: Pick<Connection, 'baseUrl' | 'hideKey'>,
	{ method, path }: Pick<GatewayRequest, 'method'> & { path: string },
	isDone: boolean,
	body: unknown,
): void {
	if (isDone) return;
	const request = { method, url: urlAt(baseUrl, path), headers: {} };
	throw GatewayError.fromResponse(request, { status: 200, headers: {}, body: hideKey(body) });
}
