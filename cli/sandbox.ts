import * as z from 'zod';
import { errorText } from '../base';
import { startSandbox } from '../sandbox';
import type { Command } from './command';
import { action, onStop } from './command';
import { flag, json, oneOf, port } from './flags';
import { print, printJson } from './print';

/** What a header or a credential can carry. */
const secret = z.string().regex(/^[\x21-\x7e]+$/, "can't be empty or contain spaces or special characters");

/** `business-messaging sandbox`: runs the emulator until the process is stopped. */
export const sandboxCommand: Command = {
	name: 'sandbox',
	does: 'Run an emulator of the gateway to try things out without sending real messages',
	about:
		"It enforces the gateway's rules and records every violation, and sends nothing to anybody. It runs until SIGTERM or SIGINT.",
	exits: { 0: 'stopped', 1: "can't run" },
	actions: [
		action({
			does: 'Run an emulator of the gateway to try things out without sending real messages, and serve a page to play customers in',
			flags: {
				port: flag('N', 'The port to listen on (default: any free port)', port.default(0)),
				host: flag(
					'ADDRESS',
					'The address to listen on (default: 127.0.0.1). Other machines can reach any other address, so the page and the control then need the token in the printed address',
					z
						.string()
						.min(1, { error: 'must be an address or a host name, such as 0.0.0.0' })
						.default('127.0.0.1'),
				),
				policy: flag(
					'NAME',
					'Whether templates can be sent in an active conversation: strict refuses them, platform accepts them (default: strict)',
					oneOf(['strict', 'platform']).optional(),
				),
				'api-key': flag(
					'KEY',
					'The API key (default: the one in --state, or a random one)',
					secret.optional(),
					{
						variable: 'BUSINESS_MESSAGING_SANDBOX_API_KEY',
					},
				),
				secret: flag(
					'SECRET',
					'The signing secret (default: the one in --state, or a random one)',
					secret.optional(),
					{ variable: 'BUSINESS_MESSAGING_SANDBOX_SECRET' },
				),
				'phone-number-id': flag(
					'ID',
					'The phone number ID (default: the one in --state, or a random one)',
					z
						.string()
						.regex(/^\d{1,20}$/, 'must be a number of up to 20 digits')
						.optional(),
				),
				state: flag(
					'FILE',
					'Keep the keys, the clock, the webhook, the templates, the customers with their windows, holders, and opt-outs, the newest 2,000 lines of chats, the groups, and the bill in this file, and continue from it. Events and statuses on their way, and files, are not kept (default: a new world each time)',
					z.string().min(1, { error: 'must be the name of a file' }).optional(),
				),
				json,
			},
			async run({ flags: { json: isJson, secret: signingSecret, ...flags } }) {
				const { 'api-key': apiKey, 'phone-number-id': phoneNumberId, ...rest } = flags;
				const options = { ...rest, apiKey, signingSecret, phoneNumberId };
				const given = Object.entries(options).filter(([, value]) => value !== undefined);
				const sandbox = await startSandbox(Object.fromEntries(given)).catch((error: unknown) => {
					const { syscall, code } = error as NodeJS.ErrnoException;
					if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error;
					const why = code === 'EADDRINUSE' ? 'another process is using it' : errorText(error);
					const what = code === 'EADDRINUSE' ? `--port ${flags.port}` : `--host ${flags.host}`;
					throw new Error(`${what} can't be used: ${why}.`, { cause: error });
				});
				const { url, page, phoneNumberId: number } = sandbox;
				if (isJson) {
					const keys = { apiKey: sandbox.apiKey, signingSecret: sandbox.signingSecret };
					printJson({ page, url, ...keys, phoneNumberId: number });
				} else {
					print(
						[
							`Play a customer:  ${page}`,
							`Sandbox gateway:  ${url}`,
							`API key:          ${sandbox.apiKey}`,
							`Signing secret:   ${sandbox.signingSecret}`,
							`Phone number ID:  ${number}`,
							`State:            ${url}/sandbox/state`,
							'',
						].join('\n'),
					);
				}
				onStop(() => sandbox.close());
			},
		}),
	],
};
