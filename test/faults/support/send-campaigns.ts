import { setTimeout as wait } from 'node:timers/promises';
import { createEngine } from '../../../engine';
import { createGatewayClient } from '../../../gateway';
import { createSender } from '../../../sending';
import { openWhenThere } from './open-when-there';

/** A worker that sends due messages until it is killed. While the store is unavailable, it tries again, as n8n does. */
async function main([storeUrl, baseUrl, apiKey, perSecond]: string[]): Promise<void> {
	const engine = createEngine({ store: await openWhenThere(storeUrl!) });
	const gateway = createGatewayClient({ baseUrl: baseUrl!, apiKey: apiKey! });
	const sender = createSender({ engine, gateway, pace: { perSecond: Number(perSecond) } });
	process.stdout.write('Ready\n');
	for (;;) {
		await sender.campaigns.sendDue({ budgetMs: 5_000 }).catch(() => {});
		await wait(50);
	}
}

void main(process.argv.slice(2));
