import { startSandbox } from '../../../sandbox';

/** A gateway in its own process. It answers after 50 ms and accepts a number of messages per second, with a burst of 5%. */
async function main([throughput]: string[]): Promise<void> {
	const sandbox = await startSandbox({ throughput: Number(throughput), latency: 50 });
	await sandbox.control.addTemplate({ name: 'hello', category: 'UTILITY', body: 'Hello from the shop.' });
	const { url, apiKey, phoneNumberId } = sandbox;
	process.stdout.write(`Gateway ${JSON.stringify({ url, apiKey, phoneNumberId })}\n`);
}

void main(process.argv.slice(2));
