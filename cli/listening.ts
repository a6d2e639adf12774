import { errorText } from '../base';

/**
 * An error about a place to listen on that begins with the flag that is to blame for it. Others stay as they are.
 * @param names the flags of the port and of the address
 */
export function inListenFlags(
	error: unknown,
	[ofPort, ofHost]: readonly [string, string] = ['port', 'host'],
): unknown {
	const { cause } = Object(error) as { cause?: NodeJS.ErrnoException };
	const isOfHost = cause?.syscall === 'getaddrinfo' || cause?.code === 'EADDRNOTAVAIL';
	if (cause?.syscall !== 'listen' && !isOfHost) return error;
	const blame = isOfHost ? ofHost : ofPort;
	return new Error(`--${blame} can't be used. ${errorText(error)}`, { cause: error });
}
