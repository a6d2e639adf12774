import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createEngine } from '../../../engine';
import type { Transport } from '../../../gateway';
import { axiosTransport, createGatewayClient } from '../../../gateway';
import { createSender } from '../../../sending';
import { openWhenThere } from './open-when-there';

/** Notes whom the gateway is called for, and who was answered, in a file that outlives this process. */
function witnessedIn(file: string): Transport {
	const transport = axiosTransport();
	return async (request) => {
		if (request.kind !== 'send') return transport(request);
		const { to } = request.body as { to: string };
		appendFileSync(file, `called ${to}\n`);
		const response = await transport(request);
		appendFileSync(file, `answered ${to}\n`);
		return response;
	};
}

/** A worker that sends due messages until it is killed. While the store is unavailable, it tries again, as n8n does. */
async function main([storeUrl, baseUrl, apiKey, perSecond, witness]: string[]): Promise<void> {
	const engine = createEngine({ store: await openWhenThere(storeUrl!) });
	const transport = witness === undefined ? undefined : witnessedIn(witness);
	const gateway = createGatewayClient({ baseUrl: baseUrl!, apiKey: apiKey!, transport });
	const sender = createSender({ engine, gateway, pace: { perSecond: Number(perSecond) } });
	process.stdout.write('Ready\n');
	for (;;) {
		await sender.campaigns.sendDue({ budgetMs: 5_000 }).catch(() => {});
		await wait(50);
	}
}

void main(process.argv.slice(2));
