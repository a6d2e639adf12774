import { connect } from 'node:net';
import { signPayload } from '../../../engine';
import { anyText } from './json';
import type { Choices } from './random';

const METHODS = ['POST', 'GET', 'PUT', 'HEAD', 'OPTIONS', 'CONNECT', 'TRACE', 'post', 'P\0ST', ''];
const PATHS = [
	'/webhook',
	'/',
	'/healthz',
	'/metrics',
	'/webhook?hub.mode=subscribe&hub.challenge=1',
	'*',
	'//',
	'',
];
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''];
const ENDS = ['\r\n', '\r\n', '\r\n', '\n', '\r'];

/** A header that says what it shouldn't. */
function anyHeader(choices: Choices, body: Buffer): string {
	return choices.pick([
		() => `content-length: ${choices.pick([body.length, 0, -1, 1e21, body.length + 5, '5, 6', '0x5', 'x'])}`,
		() => `transfer-encoding: ${choices.pick(['chunked', 'gzip', 'chunked, chunked', 'x', ' chunked'])}`,
		() => `content-encoding: ${choices.pick(['gzip', 'br', 'x'])}`,
		() => `x-provider-signature: ${choices.pick(['', 'x', 'ab'.repeat(32), 'sha256=', 'a'.repeat(9_000)])}`,
		() => `connection: ${choices.pick(['close', 'keep-alive', 'upgrade', 'x'])}`,
		() => `expect: ${choices.pick(['100-continue', 'x'])}`,
		() => `upgrade: ${choices.pick(['websocket', 'h2c'])}`,
		() => `host: ${anyText(choices)}`,
		() => `${anyText(choices)}: ${anyText(choices)}`,
		() => 'x: y\r\n'.repeat(choices.below(3_000)),
	])();
}

function anyChunks(choices: Choices, body: Buffer): Buffer {
	const size = choices.pick([body.length.toString(16), '0', 'ffffffffffffffff', '-1', 'x', '5;ext=1']);
	return Buffer.concat([
		Buffer.from(`${size}\r\n`),
		body,
		Buffer.from(choices.pick(['\r\n0\r\n\r\n', '', '\r\n', '0'])),
	]);
}

/** The bytes of a request that is broken in some way, or of none at all. */
export function anyRequest(choices: Choices, body: Buffer, secret: string): Buffer {
	if (choices.oneIn(10))
		return Buffer.from(Array.from({ length: choices.below(500) }, () => choices.below(256)));
	const end = choices.pick(ENDS);
	const isSigned = choices.oneIn(2);
	const lines = [
		choices.oneIn(3)
			? `${choices.pick(METHODS)} ${choices.pick(PATHS)} ${choices.pick(VERSIONS)}`
			: 'POST /webhook HTTP/1.1',
		'host: receiver',
		...(isSigned ? [`x-provider-signature: ${signPayload(body, secret)}`] : []),
		...Array.from({ length: choices.below(4) }, () => anyHeader(choices, body)),
	];
	const head = Buffer.from(`${lines.join(end)}${end}${end}`);
	const content = choices.oneIn(3) ? anyChunks(choices, body) : body;
	const request = Buffer.concat([head, content]);
	return choices.oneIn(4) ? request.subarray(0, choices.below(request.length)) : request;
}

/** Says some bytes over a connection of its own, in pieces, and hangs up in one of the ways there are. */
export function say(url: string, bytes: Buffer, choices: Choices): Promise<void> {
	const { hostname, port } = new URL(url);
	const pieces = 1 + choices.below(4);
	const end = choices.pick(['end', 'reset', 'destroy'] as const);
	const reads = !choices.oneIn(4);
	return new Promise((resolve) => {
		const socket = connect(Number(port), hostname, () => {
			const size = Math.ceil(bytes.length / pieces) || 1;
			for (let at = 0; at < bytes.length; at += size) socket.write(bytes.subarray(at, at + size));
			socket.write('', () => {
				if (end === 'end') socket.end();
				else if (end === 'reset') socket.resetAndDestroy();
				else socket.destroy();
				// A side that waits for more isn't waited for.
				setTimeout(() => socket.destroy(), 50);
			});
		});
		if (reads) socket.resume();
		socket.on('error', () => {});
		socket.once('close', () => resolve());
	});
}
