import { startSandbox } from '../sandbox';
import type { Command } from './command';
import { onStop } from './command';
import { print } from './print';
import { host, oneOf, port, readFlags } from './flags';

/** `business-messaging sandbox`: runs the emulator until the process is stopped. */
export const sandboxCommand: Command = {
	usage: `business-messaging sandbox

Runs an emulator of the gateway to try things out without sending real messages, and serves a page to play customers in.

  --port N                    The port to listen on (default: any free port)
  --host ADDRESS              The address to listen on (default: 127.0.0.1). Other machines can reach any other address,
                              so the page and the control then need the token in the printed address
  --policy strict|platform    Whether templates can be sent in an active conversation: strict refuses them, platform
                              accepts them (default: strict)
`,
	async run(args) {
		const flags = readFlags(
			{
				port: port.default(0),
				host: host.default('127.0.0.1'),
				policy: oneOf(['strict', 'platform']).default('strict'),
			},
			args,
		);
		const sandbox = await startSandbox(flags);
		print(
			[
				`Play a customer:  ${sandbox.page}`,
				`Sandbox gateway:  ${sandbox.url}`,
				`API key:          ${sandbox.apiKey}`,
				`Signing secret:   ${sandbox.signingSecret}`,
				`Phone number ID:  ${sandbox.phoneNumberId}`,
				`State:            ${sandbox.url}/sandbox/state`,
				'',
			].join('\n'),
		);
		onStop(() => sandbox.close());
	},
};
