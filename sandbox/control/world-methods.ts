import * as z from 'zod';
import { FaultPlan } from '../fault-plan';
import { faultsSchema } from '../faults';
import { settingsSchema } from '../settings';
import { applySettings } from '../world-settings';
import { method } from './method';

/** How the gateway behaves. */
export const worldMethods = {
	/** Replaces the active faults. `{}` is a healthy gateway. */
	faults: method(['faults'], z.tuple([faultsSchema]), (world, faults) => {
		world.faults = new FaultPlan(faults);
	}),
	/** Changes some settings. */
	configure: method(['settings'], z.tuple([settingsSchema.partial()]), (world, settings) => {
		applySettings(world, settings);
	}),
	/** Adds a file without the API, from base64 or text. Returns its media id and its SHA-256. */
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
	/** Resolves once every webhook is delivered or given up. */
	idle: method([], z.tuple([]), (world) => world.webhooks.idle()),
	/**
	 * Forgets what has happened: messages, violations, deliveries, conversations, opt-outs, faults, and the customers
	 * who are in no group.
	 */
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
