import { createEngine, findPolicy } from '../../engine';
import { createGatewayClient } from '../../gateway';
import { createSender } from '../../sending';
import { openStore } from '../../store';

/**
 * Sends what is due, or templates to one customer at once, under a policy of the store, and prints what became of them.
 */
async function main([storeUrl, baseUrl, apiKey, channel, template, to, times]: string[]): Promise<void> {
	const store = await openStore(storeUrl!);
	const gateway = createGatewayClient({ baseUrl: baseUrl!, apiKey: apiKey! });
	const engine = createEngine({ store, policy: await findPolicy(store, 'capped') });
	const sender = createSender({ engine, gateway });
	if (to === undefined) process.stdout.write(JSON.stringify(await sender.campaigns.sendDue()));
	else {
		const intent = { channel: channel!, to, template: { name: template!, language: 'en_US' } };
		const outcomes = await Promise.all(Array.from({ length: Number(times) }, () => sender.send(intent, {})));
		process.stdout.write(JSON.stringify(outcomes));
	}
	await store.close();
}

void main(process.argv.slice(2));
