import type {
	IAuthenticateGeneric,
	Icon,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
} from 'n8n-workflow';
import { profiles } from '../platform';

/** The API key header as an expression over the credential: the override, else the provider's. */
const API_KEY_HEADER = `={{ $credentials.authenticationHeader || ${JSON.stringify(
	Object.fromEntries(Object.entries(profiles).map(([name, { apiKeyHeader }]) => [name, apiKeyHeader])),
)}[$credentials.profile] }}`;

export class BusinessMessagingApi implements ICredentialType {
	name = 'businessMessagingApi';

	displayName = 'Business Messaging API';

	documentationUrl =
		'https://github.com/n8n-nodes-business-messaging/n8n-nodes-business-messaging#the-credential';

	icon: Icon = {
		light: 'file:../nodes/shared/business-messaging.svg',
		dark: 'file:../nodes/shared/business-messaging.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Provider',
			name: 'profile',
			type: 'options',
			options: [
				{ name: 'Gateway', value: 'gateway', description: 'A gateway that keeps to the standard interface' },
				{ name: '360dialog', value: '360dialog' },
			],
			default: 'gateway',
			description: 'Sets the names of headers and the address, unless overridden below',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'https://gateway.example.com',
			description: 'Address of the gateway. May be left empty for 360dialog.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
		},
		{
			displayName: 'Phone Number ID',
			name: 'phoneNumberId',
			type: 'string',
			required: true,
			default: '',
			placeholder: '106540352242922',
			description: 'ID (not the number itself) of the business phone number that this API key is for',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Secret that the gateway signs its webhook deliveries with. The trigger needs it. While it is being rotated: both, separated by a comma.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			description:
				'ID of the business account that the templates belong to. Learned from webhooks when left empty.',
		},
		// The URL of a Postgres database holds a password.
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password
		{
			displayName: 'Store',
			name: 'store',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'embedded',
			description:
				"Where conversations and sent messages are remembered. Left empty: a file in n8n's own folder, with nothing to set up. Another file: sqlite:/data/messaging.sqlite. Postgres, for several n8n processes: postgres://user:password@host:5432/database",
		},
		{
			displayName: 'Override Names',
			name: 'overrideHeaders',
			type: 'boolean',
			default: false,
			description: "Whether your gateway uses other names of headers, or another path, than the provider's",
		},
		{
			displayName: 'Authentication Header',
			name: 'authenticationHeader',
			type: 'string',
			default: '',
			placeholder: profiles.gateway.apiKeyHeader,
			displayOptions: { show: { overrideHeaders: [true] } },
		},
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: '',
			placeholder: profiles.gateway.signatureHeader,
			displayOptions: { show: { overrideHeaders: [true] } },
		},
		{
			displayName: 'Thread Control Path',
			name: 'threadControlPath',
			type: 'string',
			default: '',
			placeholder: profiles.gateway.threadControlPath,
			displayOptions: { show: { overrideHeaders: [true] } },
			description: 'Where the gateway takes who holds a conversation',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { [API_KEY_HEADER]: '={{ $credentials.apiKey }}' } },
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ $credentials.baseUrl || '${profiles['360dialog'].baseUrl}' }}`,
			url: '/v1/configs/webhook',
		},
	};
}
