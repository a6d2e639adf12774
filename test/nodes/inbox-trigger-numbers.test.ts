import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { createEngine, parseWebhook, signPayload } from '../../engine';
import { properties } from '../../nodes/BusinessMessagingInboxTrigger/fields';
import { startSharing } from '../../nodes/BusinessMessagingTrigger/sharing';
import { openTrigger } from '../../nodes/BusinessMessagingInboxTrigger/open-trigger';
import { freePort } from '../../tools/n8n';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { openTestClock } from '../support/test-clock';
import { until } from '../support/until';
import * as wire from '../support/wire';
import { valueAt } from './support/run-operation';
import { triggerContext } from './support/trigger-context';
import { sharedStore } from '../../nodes/shared/shared-store';

const A = { channel: '100', account: 'A1', secret: 'secret of A' };
const B = { channel: '200', account: 'A2', secret: 'secret of B' };
const C = { channel: '300', account: 'A3', secret: 'secret of C' };

/** A minute ago, in whole seconds as the platform's times are. */
const NOW = Math.floor(Date.now() / wire.SECOND) * wire.SECOND - wire.MINUTE;

describe('a trigger that reads the inbox, whose credential has two numbers', () => {
	let place: StorePlace;
	let port: number;
	let started: IDataObject[];
	let close: (() => Promise<void>) | undefined;
	/** What the credential has in More Numbers. */
	let more: Record<string, object>;
	let reported: string[];
	let logged: string[];
	let storeUrl: string;
	const clock = openTestClock();
	const usual = Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));

	const ofNumber = ({ channel, secret }: typeof B) => ({
		[channel]: { apiKey: `key of ${channel}`, signingSecret: secret },
	});

	/** The context of a trigger with this form. */
	const contextOf = (form: IDataObject) =>
		triggerContext({
			form,
			workflow: `workflow of ${place.url}`,
			credential: () => ({
				profile: 'gateway',
				baseUrl: 'http://127.0.0.1:9',
				apiKey: 'key of A',
				phoneNumberId: A.channel,
				signingSecret: A.secret,
				store: storeUrl,
				moreNumbers: JSON.stringify(more),
			}),
			reported,
			logged,
			started,
		});

	async function publish(form: IDataObject = { deliveries: 'here', port }): Promise<void> {
		const context = contextOf({ ...usual, events: ['message'], ...form } as IDataObject);
		const { closeFunction } = await openTrigger.call(context, clock.runtime);
		close = closeFunction;
	}

	/** Delivers a message for a number, signed with a secret, as soon as somebody listens. @returns the status */
	async function deliver({ channel, account }: typeof A, secret: string): Promise<number> {
		const message = wire.customerMessage({ at: NOW, id: `of ${channel} by ${secret}` });
		const body = JSON.stringify(message).replaceAll(wire.CHANNEL, channel).replaceAll(wire.ACCOUNT, account);
		const headers = {
			'content-type': 'application/json',
			'x-provider-signature': signPayload(Buffer.from(body), secret),
		};
		let status = 0;
		await until(async () => {
			const answer = await fetch(
				`http://127.0.0.1:${port}${String(valueAt(usual as IDataObject, 'path') ?? '/webhook')}`,
				{
					method: 'POST',
					headers,
					body,
				},
			).catch(() => undefined);
			status = answer?.status ?? 0;
			return status !== 0;
		});
		return status;
	}

	beforeEach(async () => {
		place = inSqlite();
		port = await freePort();
		[started, reported, logged, close] = [[], [], [], undefined];
		storeUrl = place.url;
		more = ofNumber(B);
	});
	afterEach(async () => {
		await close?.();
		await (await sharedStore(place.url)).close();
		await place.remove();
	});

	it('receives for both on one port, each with its own secret, and starts with the events of both', async () => {
		await publish();
		for (const number of [A, B]) await until(async () => (await deliver(number, number.secret)) === 200);
		await until(() => new Set(started.map(({ channel }) => channel)).size === 2);
		expect(started.map(({ channel }) => channel).sort()).toEqual([A.channel, B.channel]);
	});

	it("starts with nothing that one number's secret signed for the other", async () => {
		await publish();
		await until(async () => (await deliver(A, A.secret)) === 200);
		await deliver(B, A.secret);
		await until(async () => (await deliver(B, B.secret)) === 200);
		await until(() => started.length === 2);
		expect(JSON.stringify(started)).not.toContain(`of ${B.channel} by ${A.secret}`);
	});

	it('is refused if it listens for a number without a signing secret, by name', async () => {
		more = { [B.channel]: { apiKey: 'key of B' } };
		await expect(publish()).rejects.toThrow(`the credential has no signing secret for ${B.channel}`);
	});

	it('receives for a number that is added within a minute, and no longer for one that is removed', async () => {
		await publish();
		await until(async () => (await deliver(B, B.secret)) === 200);
		expect(await deliver(C, C.secret)).toBe(401);
		more = { ...ofNumber(B), ...ofNumber(C) };
		await clock.pass(59_999);
		expect(await deliver(C, C.secret)).toBe(401);
		await clock.pass(1);
		await until(async () => (await deliver(C, C.secret)) === 200);
		await until(() => started.some(({ channel }) => channel === C.channel));
		more = ofNumber(B);
		await clock.pass(60_000);
		await until(async () => (await deliver(C, C.secret)) === 401);
		expect(await deliver(B, B.secret)).toBe(200);
	});

	it('reports a number that is added without a signing secret, and receives for the others', async () => {
		await publish();
		await until(async () => (await deliver(B, B.secret)) === 200);
		more = { ...ofNumber(B), [C.channel]: { apiKey: 'key of C' } };
		await clock.pass(60_000);
		await clock.pass(60_000);
		await until(() => reported.length > 0);
		expect(reported[0]).toContain(`the credential has no signing secret for ${C.channel}`);
		expect(await deliver(B, B.secret)).toBe(200);
	});

	/** What somebody else receives. */
	async function receiveElsewhere({ channel }: typeof A, id: string): Promise<void> {
		const events = parseWebhook(wire.customerMessage({ at: NOW, channel, id }), NOW);
		await createEngine({ store: await sharedStore(place.url) }).ingest(events);
	}
	const ids = () => started.map(({ message }) => (message as { id: string }).id);

	/** The two triggers that read what somebody else receives. */
	const readers: ReadonlyArray<[name: string, begin: () => Promise<void>]> = [
		['This Number of the Inbox Trigger', () => publish({ deliveries: 'elsewhere' })],
		[
			'If Another Workflow Listens: Share',
			async () => {
				const form = { events: ['message'], ifAnotherListens: 'share' };
				close = await startSharing(contextOf(form), clock.runtime);
			},
		],
	];

	it.each(readers)('%s: starts with what comes as soon as publishing has ended', async (_, begin) => {
		const store = await sharedStore(place.url);
		await begin();
		expect((await store.inbox.stats()).subscriptions).toHaveLength(1);
		await receiveElsewhere(A, 'at once');
		await until(() => started.length === 1);
		expect(ids()).toEqual(['at once']);
	});

	it.each(readers)(
		'%s: is published at once if the store refuses connections, and says so',
		async (_, begin) => {
			storeUrl = `postgres://user:password@127.0.0.1:${port}/database`;
			const before = clock.now();
			await begin();
			expect(clock.now()).toBe(before);
			expect(logged).toEqual([expect.stringMatching(/can't be read yet\. The trigger keeps trying: /)]);
		},
	);

	it.each(readers)('%s: is published after 5 seconds if the store does not answer', async (_, begin) => {
		const silent = createServer().listen(port, '127.0.0.1');
		const connected = once(silent, 'connection') as Promise<[Socket]>;
		storeUrl = `postgres://user:password@127.0.0.1:${port}/database`;
		const before = clock.now();
		const publishing = begin();
		const [socket] = await connected;
		await clock.passWhile(publishing);
		expect(clock.now() - before).toBe(5_000);
		silent.close();
		socket.destroy();
	});

	it.each(readers)(
		'%s: starts with what a number receives from a minute after it is added on',
		async (_, begin) => {
			await begin();
			const store = await sharedStore(place.url);
			await receiveElsewhere(C, 'early');
			await receiveElsewhere(A, 'of A');
			await until(() => started.length === 1);
			more = { ...ofNumber(B), ...ofNumber(C) };
			await clock.pass(60_000);
			await until(async () => {
				const [{ id } = { id: '' }] = (await store.inbox.stats()).subscriptions;
				return (await store.inbox.channelsOf(id))?.includes(C.channel) ?? false;
			});
			await receiveElsewhere(C, 'late');
			await until(() => started.length === 2);
			expect(ids()).toEqual(['of A', 'late']);
		},
	);
});
