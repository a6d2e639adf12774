import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createEngine } from '../../../engine';
import { createGatewayClient } from '../../../gateway';
import { createSender } from '../../../sending';
import { openStore } from '../../../store';

/** How long it waits while another worker has all that is due. ms */
const PAUSE = 100;

/** Sends what is due on a store, again each time it's told to, and then prints its processor time. */
async function main([url, baseUrl, rate]: string[]): Promise<void> {
	const store = await openStore(url!);
	const gateway = createGatewayClient({ baseUrl: baseUrl!, apiKey: 'key' });
	const pace = { perSecond: Number(rate) };
	const { campaigns } = createSender({ engine: createEngine({ store }), gateway, pace });
	/** Sends what is due. Returns whether that was all; what another worker has is its own. */
	const isDone = async () => {
		const { ended, nextDueAt } = await campaigns.sendDue();
		return ended === 'nothing-due' && nextDueAt === undefined;
	};
	process.stdout.write('Ready\n');
	for (;;) {
		await once(process.stdin, 'data');
		const before = process.cpuUsage();
		while (!(await isDone())) await wait(PAUSE);
		const { user, system } = process.cpuUsage(before);
		process.stdout.write(`Done ${(user + system) / 1_000}\n`);
	}
}

void main(process.argv.slice(2));
