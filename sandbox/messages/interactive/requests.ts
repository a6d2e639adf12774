import * as z from 'zod';
import { limits } from '../limits';
import { bodyShape, common, urlAction } from './common';

const named = (name: string) => z.object({ name: z.literal(name) });

/** Messages that ask for an act: open a page or a flow, call, share a location, a phone number, or an address. */
export const requestShapes = [
	z.object({ type: z.literal('cta_url'), ...common, action: urlAction }),
	z.object({
		type: z.literal('location_request_message'),
		body: bodyShape,
		action: named('send_location'),
	}),
	z.object({
		type: z.literal('flow'),
		...common,
		action: named('flow').extend({ parameters: z.record(z.string(), z.unknown()) }),
	}),
	z.object({
		type: z.literal('voice_call'),
		...common,
		action: named('voice_call').extend({
			parameters: z
				.object({
					display_text: z.string().min(1).max(limits.replyTitle).optional(),
					ttl_minutes: z.number().int().min(1).max(limits.callMinutes).optional(),
					payload: z.string().max(limits.callPayload).optional(),
				})
				.optional(),
		}),
	}),
	z.object({
		type: z.literal('call_permission_request'),
		body: bodyShape.optional(),
		action: named('call_permission_request'),
	}),
	z.object({
		type: z.literal('request_contact_info'),
		body: bodyShape,
		action: named('request_contact_info'),
	}),
	z.object({
		type: z.literal('address_message'),
		...common,
		action: named('address_message').extend({ parameters: z.looseObject({ country: z.string().length(2) }) }),
	}),
] as const;
