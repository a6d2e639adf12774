import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox';

const POLICIES = ['strict', 'platform'] as const;
const isPolicy = (text: string): text is (typeof POLICIES)[number] =>
	POLICIES.some((policy) => policy === text);

function readPort(text: string): number {
	const port = Number(text);
	if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
	throw new Error(`--port takes a number from 0 to 65535 (0: a free one), not "${text}".`);
}

/** `business-messaging sandbox`: runs the emulator until it is stopped. */
export async function runSandbox(args: string[]): Promise<void> {
	const options = {
		port: { type: 'string', default: '0' },
		policy: { type: 'string', default: 'strict' },
	} as const;
	const { values } = parseArgs({ args, options });
	if (!isPolicy(values.policy))
		throw new Error(`--policy takes ${POLICIES.join(' or ')}, not "${values.policy}".`);
	const sandbox = await startSandbox({ port: readPort(values.port), policy: values.policy });
	process.stdout.write(
		[
			`Sandbox gateway:  ${sandbox.url}`,
			`API key:          ${sandbox.apiKey}`,
			`Signing secret:   ${sandbox.signingSecret}`,
			`Phone number ID:  ${sandbox.phoneNumberId}`,
			`State:            ${sandbox.url}/sandbox/state`,
			'',
		].join('\n'),
	);
	const stop = () => void sandbox.close();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}
