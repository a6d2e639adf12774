import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { sandboxCredential } from '../../tools/main-job/examples';
import type { Credential } from '../../tools/n8n';

/** A provider's one address for several numbers, each with a key and a signing secret of its own. */
export interface SeveralNumbers {
	url: string;
	/** The numbers, first that of Phone Number ID. */
	sandboxes: Sandbox[];
	/** The credential that has all of them. */
	credential: Credential;
	/** What the credential has in More Numbers for these. */
	more(sandboxes: readonly Sandbox[], change?: Record<string, object>): string;
	/** From now on the gateway has these numbers too. */
	add(sandbox: Sandbox): void;
	close(): Promise<void>;
}

/** Starts a sandbox for each number, and one server that passes requests on by their key. */
export async function startSeveralNumbers(count: number): Promise<SeveralNumbers> {
	const sandboxes = await Promise.all(Array.from({ length: count }, () => startSandbox()));
	const [first, ...others] = sandboxes as [Sandbox, ...Sandbox[]];
	const server = createServer((incoming, answer) => {
		const key = incoming.headers['svc-api-key'];
		// A key that nobody has is refused by any of them.
		const { url: at } = sandboxes.find(({ apiKey }) => apiKey === key) ?? first;
		const { method, headers } = incoming;
		const passedOn = request(
			new URL(incoming.url ?? '/', at),
			{ method, headers, agent: false },
			(answered) => {
				answer.writeHead(answered.statusCode ?? 502, answered.headers);
				answered.pipe(answer);
			},
		);
		passedOn.on('error', () => answer.destroy());
		incoming.pipe(passedOn);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const more: SeveralNumbers['more'] = (numbers, change = {}) =>
		JSON.stringify(
			Object.fromEntries(
				numbers.map(({ apiKey, phoneNumberId, signingSecret }) => [
					phoneNumberId,
					{ apiKey, signingSecret, ...change[phoneNumberId] },
				]),
			),
		);
	const single = sandboxCredential(first);
	return {
		url,
		sandboxes,
		credential: {
			...single,
			id: 'bmSeveral',
			name: 'Several numbers',
			data: { ...single.data, baseUrl: url, moreNumbers: more(others) },
		},
		more,
		add: (sandbox) => void sandboxes.push(sandbox),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await Promise.all(sandboxes.map((sandbox) => sandbox.close()));
		},
	};
}
