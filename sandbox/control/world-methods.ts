import * as z from 'zod';
import { emitAccountEvent } from '../account/account-events';
import { pricesFromCsv } from '../billing/price-csv';
import { applySettings } from '../create-world';
import { FaultPlan, faultsSchema } from '../faults';
import { settingsSchema } from '../settings';
import { method, ControlError } from './method';

/** How the gateway behaves. */
export const worldMethods = {
	faults: method(['faults'], z.tuple([faultsSchema]), (world, faults) => {
		world.faults = new FaultPlan(faults);
	}),
	configure: method(['settings'], z.tuple([settingsSchema.partial()]), (world, settings) => {
		applySettings(world, settings);
	}),
	addMedia: method(
		['file'],
		z.tuple([
			z.strictObject({
				mimeType: z.string().min(1),
				base64: z.base64().optional(),
				text: z.string().optional(),
				filename: z.string().optional(),
			}),
		]),
		(world, { mimeType, base64, text = 'media', filename }) => {
			const bytes = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
			const { id, sha256 } = world.media.add(bytes, mimeType, filename);
			return { id, sha256 };
		},
	),
	idle: method([], z.tuple([]), (world) => world.webhooks.idle()),
	clear: method([], z.tuple([]), (world) => {
		world.ledger.clear();
		world.billing.clear();
		world.entryPoints.clear();
		world.chats.clear();
		world.webhooks.clear();
		world.conversations.clear();
		world.threadOwners.clear();
		world.optedOut.clear();
		world.customers.clear(world.groups.all.flatMap(({ participants }) => [...participants]));
		world.offline.clear();
		world.pairBuckets.clear();
		world.faults = new FaultPlan();
	}),
	reset: method([], z.tuple([]), ({ gateway }) => gateway.reset()),
} as const;

const changed = z.strictObject({
	kind: z.string().min(1),
	value: z.record(z.string(), z.unknown()).optional(),
});

/** What happens to the account and its number. */
export const accountMethods = {
	accountEvent: method(['event'], z.tuple([changed]), (world, { kind, value }) =>
		emitAccountEvent(world, kind, value),
	),
} as const;

const editor = z.strictObject({
	url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
	email: z.string().optional(),
	password: z.string().optional(),
});

/** What a person does on the page. */
export const simulatorMethods = {
	setEditor: method(['editor'], z.tuple([editor.optional()]), (world, given) => {
		world.editor = given;
	}),
	setBusy: method(['busy'], z.tuple([z.string().min(1).optional()]), (world, busy) => {
		world.busy = busy;
	}),
	setPrices: method(['csv', 'currency'], z.tuple([z.string(), z.string()]), (world, csv, currency) => {
		const read = pricesFromCsv(csv, currency);
		if ('problems' in read) return { problems: read.problems };
		applySettings(world, { prices: read.prices });
		const { markets } = read.prices;
		return { currency: read.prices.currency, markets: Object.keys(markets).length, leftOut: read.leftOut };
	}),
	unsetWebhook: method([], z.tuple([]), (world) => {
		world.webhook = undefined;
	}),
	resend: method(['deliveryId'], z.tuple([z.string()]), ({ webhooks }, deliveryId) => {
		const last = webhooks.log.of(deliveryId).at(-1);
		if (last === undefined) throw new ControlError(`no delivery has the id ${deliveryId}`);
		webhooks.resend(last);
	}),
} as const;
