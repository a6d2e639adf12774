import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { readJson, text } from '../../read/values';
import type { ContentForm, ContentKind } from './content-kind';
import { filled, line, textIn } from './content-kind';
import { buttonLabel, interactiveKind } from './interactive-kind';

const flow = line('Flow', 'flow', 'The name or the ID of the flow');

const flowOptions: INodeProperties = {
	displayName: 'Flow Options',
	name: 'flowOptions',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Data for First Screen (JSON)',
			name: 'data',
			type: 'json',
			default: '{}',
			description: 'What the first screen shows, by the names in the flow',
		},
		{
			displayName: 'Draft',
			name: 'draft',
			type: 'boolean',
			default: false,
			description: 'Whether to send the flow before it is published, to try it',
		},
		line(
			'First Screen',
			'screen',
			"The ID of the screen that the flow opens with. Leave empty for the flow's own.",
		),
		line('Token', 'token', 'Comes back as the ID of the reply, so that you know which flow was answered'),
	],
};

/** By its number or its name, with what the first screen shows. */
function flowParameters(form: ContentForm): object {
	const named = textIn(form, 'flow').trim();
	const { data, draft, screen, token } = form.get('flowOptions', {}) as IDataObject;
	const first = text(screen);
	const shown = data === undefined ? {} : (readJson(data, 'Data for First Screen (JSON)') as object);
	if (first === '' && Object.keys(shown).length > 0) {
		throw new Error(
			'Data for First Screen needs First Screen, the ID of that screen. Add it under Flow Options.',
		);
	}
	return {
		flow_message_version: '3',
		...(/^\d+$/.test(named) ? { flow_id: named } : { flow_name: named }),
		flow_cta: textIn(form, 'buttonLabel'),
		...filled({ flow_token: text(token) }),
		...(draft === true && { mode: 'draft' }),
		...(first !== '' && {
			flow_action: 'navigate',
			flow_action_payload: { screen: first, ...(Object.keys(shown).length > 0 && { data: shown }) },
		}),
	};
}

const country = line('Country', 'addressCountry', 'Two letters, for example IN. Not all countries have it.');

/** Messages that ask for something (docs/interface.md, Message types). */
export const requestKinds: ContentKind[] = [
	interactiveKind({
		value: 'flow',
		name: 'Flow',
		type: 'flow',
		fields: [flow, buttonLabel, flowOptions],
		action: (form) => ({ name: 'flow', parameters: flowParameters(form) }),
	}),
	interactiveKind({
		value: 'locationRequest',
		name: 'Location Request',
		type: 'location_request_message',
		around: false,
		action: () => ({ name: 'send_location' }),
	}),
	interactiveKind({
		value: 'contactRequest',
		name: 'Contact Request',
		type: 'request_contact_info',
		around: false,
		action: () => ({ name: 'request_contact_info' }),
	}),
	interactiveKind({
		value: 'addressRequest',
		name: 'Address Request',
		type: 'address_message',
		fields: [country],
		action: (form) => ({
			name: 'address_message',
			parameters: { country: textIn(form, 'addressCountry').trim().toUpperCase() },
		}),
	}),
	interactiveKind({
		value: 'callPermission',
		name: 'Call Permission Request',
		type: 'call_permission_request',
		around: false,
		bodyIsOptional: true,
		action: () => ({ name: 'call_permission_request' }),
	}),
];
