import type { Action, EngineOutcome, Intent, PolicyDocument, PolicyRule, SendRecord } from '../../engine';
import { policies } from '../../engine';
import {
	ACCOUNT,
	CHANNEL,
	customerMessage,
	DAY,
	GROUP,
	handover,
	HOUR,
	MINUTE,
	preference,
	SECOND,
	templateCategory,
	templateStatus,
} from './wire';

/** Something that happened before a decision: a webhook body, one of our acts, or one of our sends. */
export type Happening = { body: unknown } | { act: EngineOutcome } | { send: SendRecord };

/**
 * A line of the decision table: what happened, what someone wants to send, and the decision.
 *
 * Each case has its own customer and template, so that all cases fit into one store. Add them one after the other:
 * bodies with `engine.ingest(parseWebhook(body))` (or as deliveries), acts with `engine.record`, and sends with
 * `store.sends.begin`. All belong to one channel and account: `CHANNEL` and `ACCOUNT` in `wire.ts`. Save a policy that
 * isn't a shipped one under its name first. The state of the templates is so recent or so certain that a sender doesn't
 * ask the gateway about them again.
 */
export interface DecisionCase {
	/** Unique. */
	name: string;
	policy: PolicyDocument;
	happened: Happening[];
	intent: Intent;
	/** The decision at the time of the case. `retryAt` in epoch ms, absent if waiting alone doesn't help. */
	expected: { action: Action; rule: string; retryAt?: number };
	/** The decision is only valid in that millisecond. The decisions of other cases are valid for five more minutes. */
	exact?: true;
	/** The decision of the rules alone. A sender and the Rules node first ask the gateway about the template. */
	unlearned?: true;
	/** The decision on a number that no agent is known to answer on. */
	withoutAgent?: true;
}

/** The customer and the template of a case. */
interface Subject {
	now: number;
	contact: string;
	template: { name: string; language: string };
}

type Given = (subject: Subject) => Happening;

const listed =
	(status: string, category = 'UTILITY', ago = status === 'APPROVED' ? DAY : 2 * MINUTE): Given =>
	({ now, template }) => ({
		act: {
			kind: 'templates-listed',
			channel: CHANNEL,
			account: ACCOUNT,
			at: now - ago,
			templates: [{ ...template, status, category }],
		},
	});

const wrote =
	(ago: number, more: { standby?: boolean; group?: string; type?: string } = {}): Given =>
	({ now, contact }) => ({ body: customerMessage({ at: now - ago, from: contact, ...more }) });

const told =
	(event: string, more: { title?: string; ago?: number } = {}): Given =>
	({ now, template }) => ({
		body: templateStatus({ at: now - (more.ago ?? MINUTE), event, title: more.title, name: template.name }),
	});

const prefers =
	(value: 'stop' | 'resume', ago = HOUR): Given =>
	({ now, contact }) => ({ body: preference({ at: now - ago, value, contact }) });

const refused =
	(code: number, ago = MINUTE): Given =>
	({ now, contact, template }) => ({
		act: {
			kind: 'refused',
			channel: CHANNEL,
			account: ACCOUNT,
			to: contact,
			template,
			at: now - ago,
			error: { code },
		},
	});

const controlled =
	(action: 'release' | 'pass' | 'take', ago = MINUTE): Given =>
	({ now, contact }) => ({
		act: { kind: 'thread-control', channel: CHANNEL, to: contact, action, at: now - ago },
	});

const handedOver =
	(to: 'business' | 'agent', ago = MINUTE): Given =>
	({ now, contact }) => ({ body: handover({ at: now - ago, to, contact }) });

const sent =
	(ago: number): Given =>
	({ now, contact }) => ({
		act: { kind: 'sent', channel: CHANNEL, to: contact, messageId: `wamid.${contact}.${ago}`, at: now - ago },
	});

const APPROVED = listed('APPROVED');
const MARKETING = listed('APPROVED', 'MARKETING');
const FREEFORM_ONLY: Partial<Intent> = { template: undefined };
const TEMPLATE_ONLY: Partial<Intent> = { freeform: false };
const NEITHER: Partial<Intent> = { template: undefined, freeform: false };

/** How long after `now` the window closes that a message of that age opened. */
const closes = (ago: number) => DAY - ago;

type Answer = [rule: string, action: Action, retryAfter?: number];

interface Line {
	name: string;
	policy?: PolicyDocument;
	given?: Given[];
	intent?: Partial<Intent>;
	answer: Answer;
	exact?: true;
	unlearned?: true;
	withoutAgent?: true;
}

const line = (name: string, given: Given[], intent: Partial<Intent>, ...answer: Answer): Line => ({
	name,
	given,
	intent,
	answer,
});

const strict: Line[] = [
	// 1 opted out, before all others
	line('opted out, a marketing template', [prefers('stop'), MARKETING], {}, 'opted-out', 'skip'),
	line(
		'opted out, and the agent holds',
		[prefers('stop'), MARKETING, wrote(HOUR), handedOver('agent')],
		{},
		'opted-out',
		'skip',
	),
	line('opted out, in an open window', [prefers('stop'), MARKETING, wrote(HOUR)], {}, 'opted-out', 'skip'),
	line(
		'opted out, and the template is disabled',
		[prefers('stop'), listed('DISABLED', 'MARKETING')],
		{},
		'opted-out',
		'skip',
	),
	line(
		'opted out, freeform of the category MARKETING',
		[prefers('stop'), wrote(HOUR)],
		{ ...FREEFORM_ONLY, category: 'MARKETING' },
		'opted-out',
		'skip',
	),
	line('opted out by 131050', [refused(131050), MARKETING], {}, 'opted-out', 'skip'),
	line('opted out of marketing, a utility template', [prefers('stop'), APPROVED], {}, 'template', 'template'),
	line(
		'opted out of marketing, freeform without a category',
		[prefers('stop'), wrote(HOUR)],
		FREEFORM_ONLY,
		'window-open',
		'freeform',
	),
	line(
		'opted out and in again',
		[prefers('stop'), prefers('resume', MINUTE), MARKETING],
		{},
		'template',
		'template',
	),
	line(
		'opted out, and the platform made the template MARKETING',
		[
			prefers('stop'),
			APPROVED,
			({ now, template }) => ({
				body: templateCategory({ at: now - HOUR, category: 'MARKETING', name: template.name }),
			}),
		],
		{},
		'opted-out',
		'skip',
	),
	line(
		'opted out of UTILITY, as we were told',
		[
			APPROVED,
			({ now, contact }) => ({
				act: {
					kind: 'opt-out-set',
					channel: CHANNEL,
					to: contact,
					at: now - HOUR,
					categories: ['UTILITY'],
					value: 'stop',
				},
			}),
		],
		{},
		'opted-out',
		'skip',
	),
	// 2 the agent holds an active conversation
	line(
		'the agent took over',
		[wrote(HOUR), handedOver('agent'), APPROVED],
		{},
		'agent-holds',
		'hold',
		closes(HOUR),
	),
	line(
		'the agent answered a message of the customer',
		[wrote(HOUR, { standby: true })],
		FREEFORM_ONLY,
		'agent-holds',
		'hold',
		closes(HOUR),
	),
	line(
		'the agent holds, and there is nothing to send',
		[wrote(HOUR, { standby: true })],
		NEITHER,
		'agent-holds',
		'hold',
		closes(HOUR),
	),
	line(
		'released to the agent, without a handover event',
		[wrote(HOUR), controlled('release')],
		{},
		'agent-holds',
		'hold',
		closes(HOUR),
	),
	line(
		'passed to the agent by us',
		[wrote(HOUR), controlled('pass')],
		{},
		'agent-holds',
		'hold',
		closes(HOUR),
	),
	line(
		'the agent passed control to the business',
		[wrote(HOUR, { standby: true }), handedOver('business')],
		{},
		'window-open',
		'freeform',
	),
	line(
		'taken from the agent by us',
		[wrote(HOUR, { standby: true }), controlled('take')],
		{},
		'window-open',
		'freeform',
	),
	line(
		'the business wrote, and so took over',
		[wrote(HOUR, { standby: true }), sent(MINUTE)],
		{},
		'window-open',
		'freeform',
	),
	line(
		'the agent holds a conversation that is not active',
		[wrote(2 * DAY, { standby: true }), APPROVED],
		{},
		'template',
		'template',
	),
	line(
		'the agent holds a conversation that is not active, no template',
		[wrote(2 * DAY, { standby: true })],
		FREEFORM_ONLY,
		'no-template',
		'skip',
	),
	// 3 (off) closing within 60 s, and a usable template given
	{
		...line('closing in 60 s exactly', [wrote(DAY - MINUTE), APPROVED], {}, 'window-open', 'freeform'),
		exact: true,
	},
	{
		...line(
			'closing in 1 s, only a template',
			[wrote(DAY - SECOND), APPROVED],
			TEMPLATE_ONLY,
			'template-in-active-conversation',
			'hold',
			SECOND,
		),
		exact: true,
	},
	{
		...line('closing in 61 s', [wrote(DAY - MINUTE - SECOND), APPROVED], {}, 'window-open', 'freeform'),
		exact: true,
	},
	{
		...line(
			'closing in 30 s, and the template is disabled',
			[wrote(DAY - 30 * SECOND), listed('DISABLED')],
			{},
			'window-open',
			'freeform',
		),
		exact: true,
	},
	{
		...line(
			'closing in 30 s, no template',
			[wrote(DAY - 30 * SECOND)],
			FREEFORM_ONLY,
			'window-open',
			'freeform',
		),
		exact: true,
	},
	{
		...line('closed at 24 h exactly', [wrote(DAY), APPROVED], {}, 'template', 'template'),
		exact: true,
	},
	// 4 open and freeform
	line('written an hour ago', [wrote(HOUR), APPROVED], {}, 'window-open', 'freeform'),
	line('written 23 hours ago', [wrote(23 * HOUR), APPROVED], {}, 'window-open', 'freeform'),
	line(
		'written an hour ago, a template of which nothing is known',
		[wrote(HOUR)],
		{},
		'window-open',
		'freeform',
	),
	{
		...line(
			'a template refused in an active conversation opens it',
			[
				APPROVED,
				({ now, contact, template }) => ({
					act: {
						kind: 'refused',
						channel: CHANNEL,
						account: ACCOUNT,
						to: contact,
						template,
						at: now - HOUR,
						error: { details: 'A template cannot be sent in an active conversation' },
					},
				}),
			],
			{},
			'window-open',
			'freeform',
		),
		withoutAgent: true,
	},
	line(
		'131047 closes what we believed to be open',
		[wrote(HOUR), refused(131047), APPROVED],
		{},
		'template',
		'template',
	),
	line(
		'131047, and the customer wrote after it',
		[refused(131047, HOUR), wrote(MINUTE)],
		{},
		'window-open',
		'freeform',
	),
	line('a reaction opens the window', [wrote(HOUR, { type: 'reaction' })], {}, 'window-open', 'freeform'),
	line(
		'a system message does not open the window',
		[wrote(HOUR, { type: 'system' }), APPROVED],
		{},
		'template',
		'template',
	),
	// 5 open and only a template
	line(
		'only a template, in an active conversation',
		[wrote(HOUR), APPROVED],
		TEMPLATE_ONLY,
		'template-in-active-conversation',
		'hold',
		closes(HOUR),
	),
	line(
		'only a paused template, in an active conversation',
		[wrote(HOUR), told('PAUSED', { title: 'FIRST_PAUSE' })],
		TEMPLATE_ONLY,
		'template-in-active-conversation',
		'hold',
		closes(HOUR),
	),
	// 6 no template
	line('freeform to a customer who never wrote', [], FREEFORM_ONLY, 'no-template', 'skip'),
	line(
		'freeform to a customer who wrote two days ago',
		[wrote(2 * DAY)],
		FREEFORM_ONLY,
		'no-template',
		'skip',
	),
	line('nothing to send, in an open window', [wrote(HOUR)], NEITHER, 'no-template', 'skip'),
	// 7 the template's state
	{
		...line('a template of which nothing is known', [], {}, 'template-never-seen', 'hold'),
		unlearned: true,
	},
	line(
		'not in the gateway’s list',
		[
			({ now, template }) => ({
				act: {
					kind: 'templates-listed',
					channel: CHANNEL,
					account: ACCOUNT,
					at: now - MINUTE,
					templates: [],
					lookedFor: template,
				},
			}),
		],
		{},
		'template-unusable',
		'skip',
	),
	...['REJECTED', 'DISABLED', 'DELETED', 'ARCHIVED', 'LOCKED'].map((status) =>
		line(`a template that is ${status}`, [listed(status)], {}, 'template-unusable', 'skip'),
	),
	...['SUBMITTED', 'PENDING', 'IN_APPEAL', 'LIMIT_EXCEEDED'].map((status) =>
		line(`a template that is ${status}`, [listed(status)], {}, 'template-in-review', 'hold'),
	),
	...['APPROVED', 'Active - Quality pending', 'Active - High Quality', 'Active - Low Quality', 'FLAGGED'].map(
		(status) => line(`a template that is ${status}`, [listed(status)], {}, 'template', 'template'),
	),
	line(
		'edited, so in review again',
		[
			APPROVED,
			({ now, template }) => ({
				act: { kind: 'template-edited', channel: CHANNEL, account: ACCOUNT, at: now - MINUTE, template },
			}),
		],
		{},
		'template-in-review',
		'hold',
	),
	line(
		'paused the first time: 3 hours',
		[APPROVED, told('PAUSED', { title: 'FIRST_PAUSE', ago: HOUR })],
		{},
		'template-paused',
		'hold',
		2 * HOUR,
	),
	line(
		'paused the second time: 6 hours',
		[APPROVED, told('PAUSED', { title: 'SECOND_PAUSE', ago: HOUR })],
		{},
		'template-paused',
		'hold',
		5 * HOUR,
	),
	line(
		'a pause of 3 hours that has passed',
		[APPROVED, told('PAUSED', { title: 'FIRST_PAUSE', ago: 3 * HOUR })],
		{},
		'template',
		'template',
	),
	line(
		'paused by pacing: without an end',
		[APPROVED, told('PAUSED', { title: 'RATE_LIMITING_PAUSE' })],
		{},
		'template-paused-without-end',
		'hold',
	),
	line(
		'paused by pacing and unpaused by hand',
		[
			APPROVED,
			told('PAUSED', { title: 'RATE_LIMITING_PAUSE', ago: HOUR }),
			told('APPROVED', { title: 'UNPAUSE' }),
		],
		{},
		'template',
		'template',
	),
	{
		...line('refused as paused', [APPROVED, refused(132015)], {}, 'template-paused-without-end', 'hold'),
		// After a minute, the gateway is asked whether it is.
		unlearned: true,
	},
	line('refused as disabled', [APPROVED, refused(132016)], {}, 'template-unusable', 'skip'),
	// 9 template
	line('a customer who never wrote', [APPROVED], {}, 'template', 'template'),
	line(
		'a customer who wrote two days ago',
		[APPROVED, wrote(2 * DAY)],
		TEMPLATE_ONLY,
		'template',
		'template',
	),
];

const platform: Line[] = [
	line('opted out', [prefers('stop'), MARKETING], TEMPLATE_ONLY, 'opted-out', 'skip'),
	line(
		'the agent holds',
		[wrote(HOUR, { standby: true }), APPROVED],
		TEMPLATE_ONLY,
		'agent-holds',
		'hold',
		closes(HOUR),
	),
	line('freeform and a template, window open', [wrote(HOUR), APPROVED], {}, 'window-open', 'freeform'),
	line(
		'only a template, window open: at once',
		[wrote(HOUR), APPROVED],
		TEMPLATE_ONLY,
		'template',
		'template',
	),
	line(
		'only a disabled template, window open',
		[wrote(HOUR), listed('DISABLED')],
		TEMPLATE_ONLY,
		'template-unusable',
		'skip',
	),
	line(
		'only a paused template, window open',
		[wrote(HOUR), APPROVED, told('PAUSED', { title: 'FIRST_PAUSE', ago: HOUR })],
		TEMPLATE_ONLY,
		'template-paused',
		'hold',
		2 * HOUR,
	),
	line('a template, window closed', [APPROVED], {}, 'template', 'template'),
	line('only freeform, window closed', [], FREEFORM_ONLY, 'no-template', 'skip'),
].map((each) => ({ ...each, name: `platform: ${each.name}`, policy: policies.platform }));

const groups: Line[] = [
	{
		name: 'a group in which a member wrote',
		given: [wrote(HOUR, { group: GROUP })],
		intent: { ...FREEFORM_ONLY, to: GROUP, recipientType: 'group' },
		answer: ['window-open', 'freeform'],
	},
	{
		name: 'the member of that group alone',
		given: [wrote(HOUR, { group: GROUP })],
		intent: FREEFORM_ONLY,
		answer: ['no-template', 'skip'],
	},
];

/** The strict policy with some rules turned on or changed. */
function policyWith(name: string, changes: Readonly<Record<string, Partial<PolicyRule>>>): PolicyDocument {
	const rules = policies.strict.rules.map((rule) => ({ ...rule, ...changes[rule.name] }));
	return { ...policies.strict, name, description: 'Of the decision table.', rules };
}

/** The local time in India, which has no daylight saving time. */
const inIndia = (time: number) =>
	new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', hour: '2-digit', minute: '2-digit' }).format(
		time,
	);

const MARKETING_OR_UNKNOWN = { fact: 'category', operator: 'notIn', value: ['UTILITY', 'AUTHENTICATION'] };

const before =
	(ago: number, more: Partial<SendRecord> = {}): Given =>
	({ now, contact, template }) => ({
		send: {
			key: `${contact}.${ago}.${more.contact ?? ''}`,
			channel: CHANNEL,
			contact,
			action: 'template',
			template,
			category: 'MARKETING',
			state: 'accepted',
			at: now - ago,
			...more,
		},
	});

/** New customers of the number, who each got a message 20 hours ago. */
const newCustomers = (count: number): Given[] =>
	Array.from(
		{ length: count },
		(_, each): Given =>
			(subject) =>
				before(20 * HOUR, { contact: `${subject.contact}${each}`, category: 'UTILITY', opens: true })(
					subject,
				),
	);

/** The rules that are off by default, and values that users change. */
function optional(now: number): Line[] {
	const quiet = (name: string, from: number, to: number) => {
		const hours = `${inIndia(now + from)}-${inIndia(now + to)}`;
		const conditions = {
			all: [
				{ fact: 'category', operator: 'notEqual', value: 'AUTHENTICATION' },
				{ fact: 'localTime', operator: 'withinHours', value: hours },
			],
		};
		return policyWith(name, { 'quiet-hours': { enabled: true, conditions } });
	};
	const quietNow = quiet('quiet-now', -HOUR, HOUR);
	const quietBefore = quiet('quiet-before', -3 * HOUR, -HOUR);
	const endOfQuiet = Math.floor((now + HOUR) / MINUTE) * MINUTE - now;
	const capped = policyWith('capped', {
		'frequency-cap': {
			enabled: true,
			conditions: {
				all: [MARKETING_OR_UNKNOWN, { fact: 'marketingSent', operator: 'reaches', value: '2 per 24 h' }],
			},
		},
	});
	const newCustomersAtMost = (count: number) =>
		policyWith(`at-most-${count}-new`, {
			'new-customers-cap': {
				enabled: true,
				conditions: {
					all: [
						{ fact: 'window', operator: 'equal', value: 'closed' },
						{ fact: 'isNewCustomer', operator: 'equal', value: true },
						{ fact: 'newCustomers', operator: 'greaterThanInclusive', value: count },
					],
				},
			},
		});
	const indian = (index: number) => ({ to: String(919_800_000_000 + index) });
	const under = (policy: PolicyDocument, each: Line): Line => ({
		...each,
		name: `${policy.name}: ${each.name}`,
		policy,
	});
	const freeze: PolicyDocument = {
		...policies.strict,
		name: 'frozen',
		rules: [
			{
				name: 'freeze',
				conditions: {
					fact: 'now',
					operator: 'before',
					value: new Date(now + 2 * HOUR).toISOString(),
				},
				event: { type: 'hold', params: { reason: 'Nothing goes out until {retryAt}.', retryAt: 'now' } },
			},
			...policies.strict.rules,
		],
	};
	const wideMargin = policyWith('wide-margin', {
		'window-closing': {
			enabled: true,
			conditions: {
				all: [
					{ fact: 'window', operator: 'equal', value: 'open' },
					{ fact: 'windowClosesIn', operator: 'lessThanInclusive', value: '10 min' },
					{ fact: 'templateState', operator: 'equal', value: 'sendable' },
				],
			},
		},
	});
	return [
		under(quietNow, line('a customer at night', [APPROVED], indian(1), 'quiet-hours', 'hold', endOfQuiet)),
		under(quietBefore, line('a customer after the night', [APPROVED], indian(2), 'template', 'template')),
		under(
			quietNow,
			line(
				'the time zone given goes before that of the number',
				[APPROVED],
				{ timeZone: 'Asia/Kolkata' },
				'quiet-hours',
				'hold',
				endOfQuiet,
			),
		),
		under(
			quietBefore,
			line('a time zone that is none', [APPROVED], { timeZone: 'Europe/Berln' }, 'quiet-hours', 'hold'),
		),
		under(
			quietBefore,
			line(
				'a group has no time zone',
				[APPROVED],
				{ to: `${GROUP}.quiet`, recipientType: 'group' },
				'quiet-hours',
				'hold',
			),
		),
		under(
			quietNow,
			line('a code at night', [listed('APPROVED', 'AUTHENTICATION')], indian(3), 'template', 'template'),
		),
		under(
			quietNow,
			line(
				'an answer at night',
				[({ now: at }) => ({ body: customerMessage({ at: at - HOUR, from: indian(4).to }) })],
				{ ...FREEFORM_ONLY, ...indian(4) },
				'window-open',
				'freeform',
			),
		),
		under(
			capped,
			line(
				'two marketing templates within a day',
				[MARKETING, before(20 * HOUR), before(2 * HOUR)],
				{},
				'frequency-cap',
				'hold',
				4 * HOUR,
			),
		),
		under(
			capped,
			line(
				'three within a day: the second of them has to leave it',
				[MARKETING, before(20 * HOUR), before(10 * HOUR), before(2 * HOUR)],
				{},
				'frequency-cap',
				'hold',
				14 * HOUR,
			),
		),
		under(
			capped,
			line(
				'one within a day, one a day ago exactly',
				[MARKETING, before(DAY), before(2 * HOUR)],
				{},
				'template',
				'template',
			),
		),
		under(
			capped,
			line(
				'a template of unknown category was sent: it counts as marketing',
				[MARKETING, before(20 * HOUR, { category: undefined }), before(2 * HOUR)],
				{},
				'frequency-cap',
				'hold',
				4 * HOUR,
			),
		),
		under(
			capped,
			line(
				'utility templates and freeform do not count',
				[
					MARKETING,
					before(3 * HOUR, { category: 'UTILITY' }),
					before(2 * HOUR),
					before(HOUR, { action: 'freeform', category: undefined }),
				],
				{},
				'template',
				'template',
			),
		),
		under(
			capped,
			line(
				'a utility template is not capped',
				[APPROVED, before(3 * HOUR), before(2 * HOUR)],
				{},
				'template',
				'template',
			),
		),
		under(
			newCustomersAtMost(3),
			line(
				'the number wrote to three new customers',
				[APPROVED, ...newCustomers(3)],
				{},
				'new-customers-cap',
				'hold',
				4 * HOUR,
			),
		),
		under(
			newCustomersAtMost(3),
			line(
				'a customer who is one of them',
				[APPROVED, ...newCustomers(3), before(20 * HOUR, { category: 'UTILITY', opens: true })],
				{},
				'template',
				'template',
			),
		),
		under(
			newCustomersAtMost(1_000),
			line('fewer than it may', [APPROVED, ...newCustomers(3)], {}, 'template', 'template'),
		),
		under(
			wideMargin,
			line(
				'closing in nine minutes',
				[wrote(DAY - 9 * MINUTE), APPROVED],
				{},
				'window-closing',
				'hold',
				9 * MINUTE,
			),
		),
		under(policyWith('margin', { 'window-closing': { enabled: true } }), {
			...line(
				'closing in 30 s',
				[wrote(DAY - 30 * SECOND), APPROVED],
				{},
				'window-closing',
				'hold',
				30 * SECOND,
			),
			exact: true,
		}),
		under(freeze, line('before its end', [APPROVED, wrote(HOUR)], {}, 'freeze', 'hold', 2 * HOUR)),
	];
}

/**
 * The decision table: what the interface says about each situation.
 * @param now when the decisions are made, in whole seconds. Epoch ms
 */
export function decisionCases(now: number): DecisionCase[] {
	return [...strict, ...platform, ...groups, ...optional(now)].map(
		({ name, policy = policies.strict, given = [], intent = {}, answer, ...more }, index) => {
			const [rule, action, retryAfter] = answer;
			const contact = String(4_917_600_000_000 + index);
			const template = { name: `case_${index}`, language: 'en_US' };
			return {
				name,
				policy,
				happened: given.map((one) => one({ now, contact, template })),
				intent: { channel: CHANNEL, account: ACCOUNT, to: contact, freeform: true, template, ...intent },
				expected: { action, rule, ...(retryAfter !== undefined && { retryAt: now + retryAfter }) },
				...more,
			};
		},
	);
}
