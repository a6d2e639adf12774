import * as z from 'zod';
import { FLOW_LABEL_LENGTH } from '../../message-limits';
import { requestText } from '../request-text';
import { around, bodyOf, namedAction } from './around-content';

const PICTOGRAPH = /\p{Extended_Pictographic}/u;

const flowParameters = z
	.looseObject(
		{
			flow_message_version: z.string().optional(),
			flow_id: requestText().optional(),
			flow_name: requestText().optional(),
			flow_cta: requestText(FLOW_LABEL_LENGTH)
				.refine((label) => !PICTOGRAPH.test(label), 'has an emoji')
				.optional(),
			flow_action: z.enum(['navigate', 'data_exchange'], 'is neither navigate nor data_exchange').optional(),
			flow_action_payload: z.looseObject({ screen: requestText() }).optional(),
		},
		'is missing',
	)
	.refine(
		({ flow_id: id, flow_name: name }) => (id === undefined) !== (name === undefined),
		'needs exactly one of flow_id and flow_name',
	)
	.refine(
		({ flow_action: action, flow_action_payload: payload }) =>
			payload === undefined || action === undefined || action === 'navigate',
		'has data for a first screen, which only the action navigate opens',
	);

/** Messages that ask for something: a form, a place, a contact, an address, a call (platform-facts-2026, sections 2, 5, and 6). */
export const requestContents = {
	flow: z.looseObject({ ...around(), action: namedAction('flow').extend({ parameters: flowParameters }) }),
	location_request_message: z.looseObject({ body: bodyOf(), action: namedAction('send_location') }),
	request_contact_info: z.looseObject({ body: bodyOf(), action: namedAction('request_contact_info') }),
	address_message: z.looseObject({
		...around(),
		action: namedAction('address_message').extend({
			parameters: z.looseObject(
				{
					country: z
						.string('is missing')
						.regex(/^[A-Z]{2}$/, "isn't a country (two capital letters, for example IN)"),
				},
				'is missing',
			),
		}),
	}),
	call_permission_request: z.looseObject({
		body: bodyOf().optional(),
		action: namedAction('call_permission_request'),
	}),
} as const;
