import { createEngine } from '../../engine';
import { openStore } from '../../store';
import { createGatewayClient } from '../../gateway';
import { untilStopped } from '../../nodes/BusinessMessagingCampaign/send-due.operation';
import { createSender } from '../../sending';

/** Sends due messages twice, as Send Due does in two executions that aren't canceled, and prints both summaries. */
async function main([storeUrl, baseUrl, apiKey, perSecond]: string[]): Promise<void> {
	const store = await openStore(storeUrl!);
	const gateway = createGatewayClient({ baseUrl: baseUrl!, apiKey: apiKey! });
	const pace = { perSecond: Number(perSecond) };
	const { campaigns } = createSender({ engine: createEngine({ store }), gateway, pace });
	const execution = { getExecutionCancelSignal: () => undefined };
	const sendDue = () => untilStopped(execution, (signal) => campaigns.sendDue({ signal }));
	process.stdout.write(JSON.stringify([await sendDue(), await sendDue()]));
	await store.close();
}

void main(process.argv.slice(2));
