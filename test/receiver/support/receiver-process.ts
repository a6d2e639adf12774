import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signPayload } from '../../../engine';
import type { CommandLine } from '../../support/command-line';
import { runCommandLine } from '../../support/command-line';
import { messageBody, SECRET } from './receiver-scene';

export interface ReceiverProcess {
	url: string;
	command: CommandLine;
	/** The status that a delivery with a message of this id is answered with. */
	deliver(id: string): Promise<number>;
	end(): Promise<void>;
}

/** `business-messaging receive` with a heap of 256 MB, over a store of its own. */
export async function startReceiverProcess(flags: string[] = []): Promise<ReceiverProcess> {
	const folder = mkdtempSync(join(tmpdir(), 'receiver-process-'));
	const command = runCommandLine(['receive', '--port', '0', '--host', '127.0.0.1', ...flags], {
		env: {
			NODE_OPTIONS: '--max-old-space-size=256',
			BUSINESS_MESSAGING_STORE: `sqlite:${join(folder, 'store.db')}`,
			BUSINESS_MESSAGING_SIGNING_SECRET: SECRET,
		},
	});
	const url = (await command.says(/^Ready: listening for deliveries at (\S+)\n/))[1]!;
	return {
		url,
		command,
		async deliver(id) {
			const body = messageBody(id);
			const headers = { 'x-provider-signature': signPayload(body, SECRET) };
			return (await fetch(url, { method: 'POST', headers, body })).status;
		},
		async end() {
			command.child.kill('SIGKILL');
			await command.ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
