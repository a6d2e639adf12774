import { createEngine } from '../../../engine';
import { openStore } from '../../../store';
import { createGatewayClient } from '../../../gateway';
import { createSender } from '../../../sending';

/** A worker that sends due messages until it is killed. */
async function main([storeUrl, baseUrl, apiKey, perSecond]: string[]): Promise<void> {
	const engine = createEngine({ store: await openStore(storeUrl!) });
	const gateway = createGatewayClient({ baseUrl: baseUrl!, apiKey: apiKey! });
	const sender = createSender({ engine, gateway, pace: { perSecond: Number(perSecond) } });
	process.stdout.write('Ready\n');
	for (;;) {
		await sender.campaigns.sendDue({ budgetMs: 5_000 });
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
}

void main(process.argv.slice(2));
