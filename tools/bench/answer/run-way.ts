import { openConnection } from '../webhooks/connection';
import { deliveryOf } from './delivery';
import type { AnswerGateway } from './gateway';
import type { AnswerN8n } from './start-n8n';
import type { Way } from './workflows';

export interface AnswerRun {
	/** Answers per second. */
	rate: number;
	/** From the delivery to the answer. ms */
	p50: number;
	/** Of n8n's processes for each message, which other load on the machine changes least. ms */
	processorTime: number;
}

let customers = 0;
const nextCustomer = () => String(4_915_100_000_000 + ++customers);

/** Customers who write for the first time, so many at a time: the next one writes as soon as another is answered. */
export async function runWay(
	{ path, isOfOwnPort, channel, answers }: Way,
	{ n8n, gateway, secret }: { n8n: AnswerN8n; gateway: AnswerGateway; secret: string },
	{ atATime, messages }: { atATime: number; messages: number },
): Promise<AnswerRun> {
	const url = new URL(path, isOfOwnPort ? n8n.ownUrl : n8n.url);
	const took: number[] = [];
	let next = 0;

	async function write(connection: Awaited<ReturnType<typeof openConnection>>): Promise<void> {
		const customer = nextCustomer();
		const delivery = deliveryOf(url, channel, customer, secret);
		const begun = performance.now();
		const answered = answers ? gateway.answerTo(customer) : undefined;
		const status = await connection.send(delivery);
		if (status !== 200) throw new Error(`${path} answered ${status}.`);
		await answered;
		took.push(performance.now() - begun);
	}

	const connections = await Promise.all(Array.from({ length: atATime }, () => openConnection(url)));
	const [begun, before] = [performance.now(), n8n.processorTime()];
	await Promise.all(
		connections.map(async (connection) => {
			while (next++ < messages) await write(connection);
		}),
	);
	const rate = messages / ((performance.now() - begun) / 1_000);
	const processorTime = (n8n.processorTime() - before) / messages;
	for (const connection of connections) connection.close();
	took.sort((a, b) => a - b);
	return { rate, p50: took[Math.floor(took.length / 2)]!, processorTime };
}
