import { createGatewayClient } from '../../../gateway';

/** Reads the webhook configuration of each gateway, twice, and prints what came of it. */
async function main(urls: string[]): Promise<void> {
	for (const baseUrl of urls) {
		const client = createGatewayClient({ baseUrl, apiKey: 'key' });
		for (let time = 0; time < 2; time += 1) {
			const { url } = await client.webhook.get().catch((error: Error) => ({ url: error.message }));
			process.stdout.write(`${url}\n`);
		}
	}
}

void main(process.argv.slice(2));
