import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { readCredentials } from '../nodes/shared/credential';
import { documentUrl } from '../nodes/shared/document-url';
import { byName } from '../nodes/shared/common-fields';
import { moreNumbers } from '../nodes/shared/more-numbers';
import { PHONE_COUNTRIES, profiles, THROUGHPUT } from '../platform';

/** The countries whose numbers can be completed, by name. */
const COUNTRIES = PHONE_COUNTRIES.map(({ country, name, callingCode }) => ({
	name: `${name} (+${callingCode})`,
	value: country,
})).sort(byName);

// The node Business Messaging tests it, in sentences that a request of its own couldn't have. The
// documentation's address is computed, because only package.json names the repository.
// eslint-disable-next-line @n8n/community-nodes/credential-test-required, n8n-nodes-base/cred-class-field-documentation-url-missing
export class BusinessMessagingApi implements ICredentialType {
	name = 'businessMessagingApi';

	displayName = 'Business Messaging API';

	documentationUrl = documentUrl('docs/connect.md#the-credential');

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
				{
					name: 'Gateway',
					value: 'gateway',
					description: 'Any other provider, or the sandbox: you enter its address',
				},
				{ name: '360dialog', value: '360dialog', description: 'Your API key is from 360dialog' },
			],
			default: 'gateway',
			description: 'Who connects your number to the platform, and gave you the API key',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'https://gateway.example.com',
			description: 'The address of the gateway',
			displayOptions: { show: { profile: ['gateway'] } },
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			placeholder: profiles['360dialog'].baseUrl,
			description:
				'Leave empty, as 360dialog has one address for all. For its sandbox, enter https://waba-sandbox.360dialog.io/v1.',
			displayOptions: { show: { profile: ['360dialog'] } },
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
			hint: 'The ID, not the phone number itself',
			description:
				'The ID of the business phone number that the API key is for: only digits, and not the number itself. Your provider shows it beside the number.',
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
			displayName:
				'Without a Signing Secret you can send, but no trigger can start: a forged delivery would look like one from the gateway. Your provider shows the secret where you set up the webhook.',
			name: 'triggerNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { signingSecret: [''] } },
		},
		{
			displayName: 'That is all most people need. The fields below are optional.',
			name: 'optionalNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Account ID',
			name: 'accountId',
			type: 'string',
			default: '',
			description:
				'The ID of the business account that the templates belong to. Leave empty to learn it from webhooks.',
		},
		moreNumbers,
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
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: [{ name: 'None', value: '' }, ...COUNTRIES],
			default: '',
			description:
				"The country of customers' numbers that have no country code, like 0170 1234567. With None, such numbers are refused.",
		},
		{
			displayName: 'Messages per Second',
			name: 'messagesPerSecond',
			type: 'string',
			default: '',
			placeholder: String(THROUGHPUT),
			description:
				'How fast the number can send. Everything that sends from it shares this rate. The platform allows 80, more for some numbers, and 20 for numbers that are also used in an app. Leave empty for 80, or for what Send Due sets.',
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
			displayName: 'Keep Sent Texts',
			name: 'keepSentTexts',
			type: 'boolean',
			default: false,
			description:
				'Whether to store what the messages that you send say, so that Conversation: Get Messages returns both sides, for example as the memory of an AI agent. They are deleted after 8 days, unless Set Retention of Business Messaging Inbox says otherwise.',
		},
		{
			displayName: 'Media Hosts',
			name: 'mediaHosts',
			type: 'string',
			default: '',
			placeholder: '*.example.com, files.example.org+key',
			description:
				"The hosts that files may be downloaded from, besides the gateway itself, separated by commas. Add +key to a host that needs the API key. Private addresses must be named. Leave empty for the platform's CDN, which doesn't get the key.",
		},
		{
			displayName: 'Override Names',
			name: 'overrideHeaders',
			type: 'boolean',
			default: false,
			description:
				"Whether your gateway uses other header names, another path, or another agent role than the provider's",
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
		{
			displayName: 'Agent Role',
			name: 'agentRole',
			type: 'string',
			default: '',
			placeholder: profiles.gateway.agentRole,
			displayOptions: { show: { overrideHeaders: [true] } },
			description:
				'What your gateway calls the business agent in handovers, if it has another name for it than the platform',
		},
	];

	/** Adds the API key of the number in Phone Number ID. @throws Error for an incomplete credential, so that its key goes nowhere */
	async authenticate(
		credential: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const [{ apiKey, profile }] = readCredentials(credential);
		return { ...request, headers: { ...request.headers, [profile.apiKeyHeader]: apiKey } };
	}
}
