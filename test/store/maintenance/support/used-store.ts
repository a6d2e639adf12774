import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { createEngine, parseWebhook, policies } from '../../../../engine';
import { axiosTransport, createGatewayClient } from '../../../../gateway';
import type { Sandbox } from '../../../../sandbox';
import { createSender } from '../../../../sending';
import type { StorePlace } from '../../../support/stores';
import { openTestClock } from '../../../support/test-clock';
import { customerMessage, messageStatus, preference } from '../../../support/wire';

/** Changes a place's tables as no process of ours does. */
export async function tamper({ url }: StorePlace, statements: string): Promise<void> {
	if (url.startsWith('sqlite:')) {
		const database = new DatabaseSync(url.slice('sqlite:'.length));
		database.exec(statements);
		database.close();
		return;
	}
	const client = new Client({ connectionString: url });
	await client.connect();
	await client.query(`SET search_path = ${new URL(url).searchParams.get('schema')}; ${statements}`);
	await client.end();
}

/** The campaign of a used store. */
export const CAMPAIGN = 'spring';

/**
 * Fills a store as its users do: a customer wrote and another opted out, an Inbox Trigger has read some events, a campaign
 * was planned for four customers and sent to one of them, who has the message.
 */
export async function useStore(place: StorePlace, sandbox: Sandbox): Promise<void> {
	await sandbox.control.addTemplate({ name: 'hello', category: 'UTILITY', body: 'Hello from the shop.' });
	const at = Date.now();
	// What is sent waits for its slot.
	const clock = openTestClock(at);
	const store = clock.watch(await place.open({ runtime: clock.runtime }));
	const engine = createEngine({ store, keepSentTexts: true });
	const gateway = createGatewayClient({
		baseUrl: sandbox.url,
		apiKey: sandbox.apiKey,
		runtime: clock.runtime,
		transport: clock.real(axiosTransport()),
	});
	const { campaigns } = createSender({ engine, gateway });
	clock.run();
	const take = (body: object) => engine.ingest(parseWebhook(body));

	await store.inbox.subscribe({ id: 'reader', partitions: 4, from: 0 }, at);
	await take(customerMessage({ at, id: 'first' }));
	const batch = (await store.inbox.claim('reader', { limit: 10, leaseMs: 60_000, token: 'token' }))!;
	await store.inbox.settle(batch, { kind: 'done' }, at);
	await take(customerMessage({ at: at + 1_000, id: 'second' }));
	await take(preference({ at, contact: '491709999999', value: 'stop' }));
	await store.policies.save({ ...policies.strict, name: 'own' }, at);

	const hello = { name: 'hello', language: 'en_US' };
	const channel = sandbox.phoneNumberId;
	const plan = (...to: string[]) =>
		campaigns.plan(
			{ id: CAMPAIGN, channel, template: hello },
			to.map((one) => ({ to: one })),
		);
	await plan('491701111111');
	await campaigns.sendDue();
	const { recipients } = await campaigns.recipients(CAMPAIGN, { state: 'accepted' });
	const [sent] = recipients;
	const delivered = messageStatus({ at, status: 'delivered', id: sent!.messageId!, to: sent!.to });
	await engine.ingest(parseWebhook(delivered).map((event) => ({ ...event, channel })));
	await plan('491702222222', '491703333333', '491704444444');
	await store.close();
}
