import * as z from 'zod';
import { FaultPlan } from '../fault-plan';
import { faultsSchema } from '../faults';
import { settingsSchema } from '../settings';
import { applySettings } from '../world-settings';
import { method } from './method';

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
		world.chats.clear();
		world.webhooks.clear();
		world.conversations.clear();
		world.threadOwners.clear();
		world.optedOut.clear();
		world.customers.clear(world.groups.all.flatMap(({ participants }) => [...participants]));
		world.offline.clear();
		world.pairBuckets.clear();
		world.serviceMessages.clear();
		world.faults = new FaultPlan();
	}),
} as const;
