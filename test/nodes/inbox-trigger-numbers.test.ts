import type { IDataObject, INodeExecutionData, IRun, ITriggerFunctions } from 'n8n-workflow';
import { signPayload } from '../../engine';
import { properties } from '../../nodes/BusinessMessagingInboxTrigger/fields';
import { openTrigger } from '../../nodes/BusinessMessagingInboxTrigger/open-trigger';
import { freePort } from '../../tools/n8n';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { until } from '../support/until';
import * as wire from '../support/wire';
import { requestHelpers, valueAt } from './support/run-operation';
import { sharedStore } from '../../nodes/shared/shared-store';

const A = { channel: '100', account: 'A1', secret: 'secret of A' };
const B = { channel: '200', account: 'A2', secret: 'secret of B' };

interface Deferred {
	promise: Promise<IRun>;
	resolve(run: IRun): void;
}

/** What n8n's helper of this name makes. */
function deferred(): Deferred {
	let resolve: Deferred['resolve'] = () => {};
	const promise = new Promise<IRun>((done) => (resolve = done));
	return { promise, resolve };
}

/** A minute ago, in whole seconds as the platform's times are. */
const NOW = Math.floor(Date.now() / wire.SECOND) * wire.SECOND - wire.MINUTE;

describe('an Inbox Trigger whose credential has two numbers', () => {
	let place: StorePlace;
	let port: number;
	let started: IDataObject[];
	let close: (() => Promise<void>) | undefined;
	const usual = Object.fromEntries(properties.map(({ name, default: value }) => [name, value]));

	async function publish(more: object): Promise<void> {
		const form: IDataObject = { ...usual, deliveries: 'here', port, events: ['message'] } as IDataObject;
		const note = () => {};
		const context = {
			getCredentials: () =>
				Promise.resolve({
					profile: 'gateway',
					baseUrl: 'http://127.0.0.1:9',
					apiKey: 'key of A',
					phoneNumberId: A.channel,
					signingSecret: A.secret,
					store: place.url,
					moreNumbers: JSON.stringify({
						[B.channel]: { apiKey: 'key of B', signingSecret: B.secret, ...more },
					}),
				}),
			getNode: () => ({ id: 'node', name: 'Inbox Trigger' }),
			getWorkflow: () => ({ id: `workflow of ${place.url}`, name: 'Workflow' }),
			getMode: () => 'trigger',
			getActivationMode: () => 'activate',
			getTimezone: () => 'UTC',
			getNodeParameter: (name: string, ifMissing: unknown) => valueAt(form, name) ?? ifMissing,
			logger: { debug: note, info: note, warn: note, error: note },
			saveFailedExecution: note,
			emit([items]: INodeExecutionData[][], _: undefined, done: Deferred) {
				started.push(...items!.map(({ json }) => json));
				done.resolve({ status: 'success', data: { resultData: { runData: {} } } } as IRun);
			},
			helpers: { ...requestHelpers, createDeferredPromise: deferred },
		};
		const { closeFunction } = await openTrigger.call(context as unknown as ITriggerFunctions);
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
		[started, close] = [[], undefined];
	});
	afterEach(async () => {
		await close?.();
		await (await sharedStore(place.url)).close();
		await place.remove();
	});

	it('receives for both on one port, each with its own secret, and starts with the events of both', async () => {
		await publish({});
		for (const number of [A, B]) await until(async () => (await deliver(number, number.secret)) === 200);
		await until(() => new Set(started.map(({ channel }) => channel)).size === 2);
		expect(started.map(({ channel }) => channel).sort()).toEqual([A.channel, B.channel]);
	});

	it("starts with nothing that one number's secret signed for the other", async () => {
		await publish({});
		await until(async () => (await deliver(A, A.secret)) === 200);
		await deliver(B, A.secret);
		await until(async () => (await deliver(B, B.secret)) === 200);
		await until(() => started.length === 2);
		expect(JSON.stringify(started)).not.toContain(`of ${B.channel} by ${A.secret}`);
	});

	it('is refused if it listens for a number without a signing secret, by name', async () => {
		await expect(publish({ signingSecret: '' })).rejects.toThrow(
			`the credential has no signing secret for ${B.channel}`,
		);
	});
});
