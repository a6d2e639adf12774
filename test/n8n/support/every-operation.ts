import { resources } from '../../../nodes/BusinessMessaging/resources';
import { operations as campaignOperations } from '../../../nodes/BusinessMessagingCampaign/operations';
import { operations as inboxOperations } from '../../../nodes/BusinessMessagingInbox/operations';
import type { WorkflowNode } from '../../../tools/n8n';
import { code, inbox } from './inbox';
import { campaign, messaging } from './workflows';

type Node = Omit<WorkflowNode, 'id' | 'position'>;

export const [ADA, BEA, CEM] = ['491701111111', '491702222222', '491703333333'] as const;
const OTHER = 'http://127.0.0.1:9/other';

/** The nodes whose operations have output schemas, with all their operations. */
export const NODES = {
	BusinessMessaging: resources.flatMap(({ value, operations }) =>
		operations.map((operation) => `${value}/${operation.value}`),
	),
	BusinessMessagingCampaign: campaignOperations.map(({ value }) => `campaign/${value}`),
	BusinessMessagingInbox: inboxOperations.map(({ value }) => `inbox/${value}`),
};

const HELLO = { __rl: true, mode: 'name', value: 'hello/en_US' };
const rule = {
	name: 'closing',
	conditions: { condition: [{ fact: 'window', operator: 'equal', value: 'open' }] },
	decision: 'hold',
	reason: 'The window is open.',
	retryAt: 'windowClosesAt',
};

const SPARE = { __rl: true, mode: 'name', value: 'spare/en_US' };
const SALE = { __rl: true, mode: 'id', value: 'sale' };
/** What the calls refer to. */
export interface Scene {
	club: string;
	requests: string[];
	subscription: string;
	/** A group and a file of ours. */
	created: string;
	uploaded: string;
}

/** The parameters of each operation, in the order of the calls, so that as much as possible comes out. */
export const parametersIn = ({
	club,
	requests,
	subscription,
	created,
	uploaded,
}: Scene): Readonly<Record<string, Record<string, unknown>>> => ({
	'BusinessMessaging/money/setPrices': {
		pricesInput: 'csv',
		pricesCsv: 'Market,Marketing,Utility,Fee\nGermany,0.1131,0.0456,0.001\nIndia,0.01,,',
		currency: 'EUR',
		accountTimeZone: 'Europe/Berlin',
	},
	'BusinessMessaging/message/sendAuto': { to: ADA, text: 'Hello', template: HELLO },
	'BusinessMessaging/message/sendMessage': { to: ADA, freeformType: 'text', text: 'Hello' },
	'BusinessMessaging/message/sendTemplate': { to: '491709999999', template: HELLO },
	'BusinessMessaging/message/preview': { template: HELLO },
	'BusinessMessaging/message/sendText': { to: ADA, text: 'Hello' },
	'BusinessMessaging/message/markAsRead': { messageId: 'wamid.in' },
	'BusinessMessaging/message/sendAndWait': { to: ADA, message: 'Shall we?', responseType: 'approval' },
	'BusinessMessaging/message/trace': { messageId: '={{ $execution.id }}' },
	'BusinessMessaging/template/create': {
		templateName: 'news',
		templateLanguage: 'en_US',
		templateBody: 'News from us.',
	},
	'BusinessMessaging/template/get': { template: HELLO },
	'BusinessMessaging/template/getLifecycle': { template: HELLO },
	'BusinessMessaging/template/getMany': {},
	'BusinessMessaging/template/edit': { template: SPARE, templateBody: 'Another text from us.' },
	'BusinessMessaging/template/delete': { template: SPARE },
	'BusinessMessaging/template/validate': {
		templateName: 'News',
		templateLanguage: 'en_US',
		templateBody: 'News from us.',
	},
	'BusinessMessaging/conversation/setHumanActive': { customer: ADA, humanActive: true },
	'BusinessMessaging/conversation/getState': { customer: ADA },
	'BusinessMessaging/conversation/getMany': {},
	'BusinessMessaging/conversation/getMessages': { customer: ADA },
	'BusinessMessaging/conversation/getTimeline': { customer: ADA },
	'BusinessMessaging/conversation/setHolder': { customer: ADA, holder: 'business' },
	'BusinessMessaging/conversation/setOptOut': { customer: ADA, optOutCategory: 'MARKETING' },
	'BusinessMessaging/conversation/release': { customer: ADA },
	'BusinessMessaging/conversation/take': { customer: ADA },
	'BusinessMessaging/conversation/pass': { customer: ADA },
	'BusinessMessaging/policy/save': {
		policyName: 'mine',
		policyDescription: 'Mine',
		rules: { rule: [rule] },
	},
	'BusinessMessaging/policy/addStatement': { policyName: 'mine', statements: 'never send while optedOut' },
	'BusinessMessaging/policy/addTest': {
		policyName: 'mine',
		testName: 'opted out',
		facts: '{ "optedOut": true }',
	},
	'BusinessMessaging/policy/get': { policyName: 'mine' },
	'BusinessMessaging/policy/deleteTest': { policyName: 'mine', testName: 'opted out' },
	'BusinessMessaging/policy/getMany': {},
	'BusinessMessaging/policy/check': { rules: { rule: [rule] } },
	'BusinessMessaging/policy/test': {
		policyName: 'strict',
		facts:
			'{ "window": "open", "holder": "agent", "windowClosesAt": 1767798000000, "timeZones": "Europe/Berlin" }',
	},
	'BusinessMessaging/policy/replay': { policyName: 'mine' },
	'BusinessMessaging/group/create': { subject: 'Tea', options: { description: 'All about tea' } },
	'BusinessMessaging/group/update': { groupId: club, options: { description: 'All about tea' } },
	'BusinessMessaging/group/get': { groupId: club },
	'BusinessMessaging/group/getMany': {},
	'BusinessMessaging/group/getInviteLink': { groupId: created },
	'BusinessMessaging/group/resetInviteLink': { groupId: created },
	'BusinessMessaging/group/getJoinRequests': { groupId: club },
	'BusinessMessaging/group/approveJoinRequests': { groupId: club, joinRequestIds: [requests[0], 'gone'] },
	'BusinessMessaging/group/rejectJoinRequests': { groupId: club, joinRequestIds: [requests[1], 'gone'] },
	'BusinessMessaging/group/removeParticipants': { groupId: club, participants: ADA },
	'BusinessMessaging/group/delete': { groupId: created },
	'BusinessMessaging/media/upload': {},
	'BusinessMessaging/media/get': { mediaId: uploaded },
	'BusinessMessaging/media/download': { mediaId: uploaded },
	'BusinessMessaging/media/listAttachments': {},
	'BusinessMessaging/media/delete': { mediaId: uploaded },
	'BusinessMessaging/number/getHealth': {},
	'BusinessMessaging/number/setSettings': {
		numberSettings: { policy: 'strict', timeZone: 'Europe/Berlin', checkFirst: true, messagesPerSecond: 80 },
		retentionDays: {
			events: 9,
			sends: 90,
			recipients: 90,
			sentTexts: 8,
			decisions: 30,
			conversations: 400,
		},
	},
	'BusinessMessaging/number/getSettings': {},
	'BusinessMessaging/webhook/get': {},
	'BusinessMessaging/webhook/set': { url: OTHER },
	'BusinessMessaging/webhook/checkAndRepair': {},
	'BusinessMessaging/webhook/migrate': { url: OTHER },
	'BusinessMessaging/webhook/revert': {},
	'BusinessMessagingCampaign/campaign/dryRun': {
		campaignId: 'sale',
		to: BEA,
		text: 'Hello',
		template: HELLO,
	},
	'BusinessMessagingCampaign/campaign/plan': {
		campaignId: 'sale',
		to: BEA,
		text: 'Hello',
		template: HELLO,
		startAt: '2020-01-01',
		endAt: '2040-01-01',
	},
	'BusinessMessagingCampaign/campaign/pause': { campaign: SALE, reason: 'A typo' },
	'BusinessMessagingCampaign/campaign/getMany': {},
	'BusinessMessagingCampaign/campaign/resume': { campaign: SALE },
	'BusinessMessagingCampaign/campaign/sendDue': { campaign: SALE },
	'BusinessMessagingCampaign/campaign/getReport': { campaign: SALE },
	'BusinessMessagingCampaign/campaign/getRecipients': { campaign: SALE },
	'BusinessMessagingCampaign/campaign/retry': { campaign: SALE },
	'BusinessMessagingCampaign/campaign/cancel': { campaign: SALE, reason: 'Sold out' },
	'BusinessMessagingInbox/inbox/getStats': {},
	'BusinessMessaging/money/getPrices': {},
	'BusinessMessaging/money/getSpending': {},
	'BusinessMessaging/money/reconcile': {
		billInput: 'json',
		billJson:
			'[{ "day": "2026-01-01", "country": "DE", "category": "MARKETING", "type": "REGULAR", "volume": 1, "cost": 0.1 }]',
	},
	'BusinessMessagingInbox/inbox/setRetention': { retentionDays: { events: 9 } },
	'BusinessMessagingInbox/inbox/getDeadLetters': { subscription },
	'BusinessMessaging/conversation/export': { customer: ADA },
	'BusinessMessagingInbox/inbox/replayDeadLetters': { subscription },
	'BusinessMessagingInbox/inbox/dropDeadLetters': { subscription },
	'BusinessMessaging/conversation/erase': { customer: ADA, confirmErasure: true },
});

/** A file, for the operation that uploads one. */
const file = code(
	`return [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'text/plain', fileName: 'hello.txt' } } }];`,
	'File',
);

/** An item without fields, for the operation that keeps those that come in. */
const nothing = code('return [{ json: {} }];', 'Nothing');

const BEFORE: Readonly<Record<string, Node>> = { upload: file, download: nothing };

const NODE_OF: Readonly<Record<string, (parameters: Record<string, unknown>) => Node>> = {
	BusinessMessaging: messaging,
	BusinessMessagingCampaign: ({ operation, ...parameters }) => campaign(String(operation), parameters),
	BusinessMessagingInbox: inbox,
};

/** The call of an operation, named by the path of its schema. */
export function callOf([path, parameters]: [path: string, parameters: Record<string, unknown>]): Node[] {
	const [node, ...chosen] = path.split('/');
	const [operation, resource] = chosen.reverse();
	const call = NODE_OF[node!]!({ ...(resource && { resource }), operation, ...parameters });
	return [...[BEFORE[operation!] ?? []].flat(), { ...call, name: path, executeOnce: true }];
}
