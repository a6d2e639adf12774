import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { readCredential } from '../nodes/shared/credential';
import type { ProviderProfile } from '../platform';
import { profiles } from '../platform';

/** The default address of each provider that has one. */
const DEFAULT_ADDRESSES = Object.fromEntries(
	Object.entries<ProviderProfile>(profiles).map(([name, { baseUrl }]) => [name, baseUrl]),
);

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
				{ name: 'Gateway', value: 'gateway', description: 'A gateway with the standard interface' },
				{ name: '360dialog', value: '360dialog' },
			],
			default: 'gateway',
			description: 'Sets the header names and the default address, unless you override them below',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: 'https://gateway.example.com',
			description:
				'The address of the gateway. Required for the provider Gateway. Leave empty for the default address of 360dialog.',
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
			description: 'The ID (not the number itself) of the business phone number that the API key is for',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'The secret that the gateway signs its webhook deliveries with. Required for triggers that receive deliveries. While you rotate it, enter both secrets, separated by a comma.',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			description:
				'The ID of the business account that the templates belong to. Leave empty to learn it from webhooks.',
		},
		{
			displayName: 'Business Agent Answers',
			name: 'agentAnswers',
			type: 'options',
			options: [
				{
					name: 'Learn From Events',
					value: 'learn',
					description: 'Yes as soon as an event shows that an agent answers on this number',
				},
				{ name: 'Yes', value: 'yes', description: 'The agent holds every conversation by default' },
				{ name: 'No', value: 'no', description: 'This number has no agent' },
			],
			default: 'learn',
			description:
				"Whether the platform's business agent answers on this number. Messages to a conversation that the agent holds are held.",
		},
		// The URL of a Postgres database contains a password.
		// eslint-disable-next-line @n8n/community-nodes/credential-unnecessary-password
		{
			displayName: 'Store',
			name: 'store',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'embedded',
			description:
				"Where conversations and sent messages are stored. Leave empty for a file in n8n's own folder, which needs no setup. For another file, enter sqlite:/data/messaging.sqlite. For Postgres, which several n8n processes can share, enter postgres://user:password@host:5432/database.",
		},
		{
			displayName: 'Override Names',
			name: 'overrideHeaders',
			type: 'boolean',
			default: false,
			description: "Whether your gateway uses other header names or another path than the provider's",
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
			description: 'The path of the request that changes who holds a conversation',
		},
	];

	/** Adds the API key. @throws Error for an incomplete credential, so that its key goes nowhere */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { apiKey, profile } = readCredential(credential);
		return { ...request, headers: { ...request.headers, [profile.apiKeyHeader]: apiKey } };
	}

	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ $credentials.baseUrl || (${JSON.stringify(DEFAULT_ADDRESSES)})[$credentials.profile] || '' }}`,
			url: '/v1/configs/webhook',
		},
	};
}
