import { stepsOf } from '../../base';
import { BusinessMessaging } from '../../nodes/BusinessMessaging/BusinessMessaging.node';
import { readQuestion } from '../../nodes/BusinessMessaging/message/wait/question';
import { resources } from '../../nodes/BusinessMessaging/resources';
import { BusinessMessagingCampaign } from '../../nodes/BusinessMessagingCampaign/BusinessMessagingCampaign.node';
import { BusinessMessagingInbox } from '../../nodes/BusinessMessagingInbox/BusinessMessagingInbox.node';
import { BusinessMessagingInboxTrigger } from '../../nodes/BusinessMessagingInboxTrigger/BusinessMessagingInboxTrigger.node';
import { BusinessMessagingRules } from '../../nodes/BusinessMessagingRules/BusinessMessagingRules.node';
import { BusinessMessagingTrigger } from '../../nodes/BusinessMessagingTrigger/BusinessMessagingTrigger.node';
import { withLocalTimes } from '../../nodes/shared/times';

/** What n8n shows below a node. */
function subtitleOf(expression: string | undefined, $parameter: object): unknown {
	const [, code = ''] = /^=\{\{(.*)\}\}$/s.exec(expression ?? '') ?? [];
	expect(code).not.toMatch(/\{\{|\}\}/);
	return (new Function('$parameter', `return ${code}`) as (parameter: object) => unknown)($parameter);
}

describe('the line below a node is in words', () => {
	it.each(
		resources.flatMap(({ name, value, operations }) =>
			operations.map((each) => [`${name}: ${each.name}`, value, each.value] as const),
		),
	)('%s', (words, resource, operation) => {
		const { subtitle } = new BusinessMessaging().description;
		expect(subtitleOf(subtitle, { resource, operation })).toBe(words);
	});

	it('several events one after the other', () => {
		const { subtitle } = new BusinessMessagingTrigger().description;
		expect(subtitleOf(subtitle, { events: ['message', 'status'] })).toBe('Customer Message, Delivery Status');
	});

	it('what only an expression knows as it is', () => {
		const { subtitle } = new BusinessMessagingTrigger().description;
		expect(subtitleOf(subtitle, { events: '={{ $json.events }}' })).toBe('={{ $json.events }}');
	});
});

it('each node has an icon of its own', () => {
	const nodes = [
		BusinessMessaging,
		BusinessMessagingCampaign,
		BusinessMessagingInbox,
		BusinessMessagingInboxTrigger,
		BusinessMessagingRules,
		BusinessMessagingTrigger,
	];
	const icons = nodes.flatMap((node) => Object.values(new node().description.icon as object) as string[]);
	expect(new Set(icons).size).toBe(2 * nodes.length);
});

describe('an option that is added is what people add it for, and one that is not there stays as it was', () => {
	const { options = [] } = new BusinessMessaging().description.properties.find(
		({ name }) => name === 'options',
	)!;

	it.each([
		['Explain', true],
		['When Held', 'keep'],
	])('%s', (displayName, value) => {
		expect(options).toContainEqual(expect.objectContaining({ displayName, default: value }));
	});
});

it('every operation that takes To warns an agent’s tool of $json, and only a tool', () => {
	const { operations } = resources.find(({ value }) => value === 'message')!;
	const taking = operations.filter(({ fields = [] }) => fields.some(({ name }) => name === 'to'));
	expect(taking.map(({ value }) => value)).toEqual([
		'sendAuto',
		'sendAndWait',
		'sendMessage',
		'sendTemplate',
		'sendText',
	]);
	for (const { fields = [] } of taking) {
		expect(fields).toContainEqual(
			expect.objectContaining({
				displayName: expect.stringContaining("Don't use $json in To"),
				displayOptions: { show: { '@tool': [true] } },
			}),
		);
	}
});

describe('what is wrong with a question is named as in its form', () => {
	const fieldOf = (responseType: string) =>
		readQuestion((name, fallback) => (name === 'responseType' ? responseType : fallback), {}).fieldOf;

	it.each([
		['choices', 'interactive.action.buttons.1.reply.title', 'Choice 2, Title'],
		['choices', 'interactive.action.buttons.0', 'Choice 1'],
		['choices', 'interactive.action.sections.0.rows.9.description', 'Choice 10, Description'],
		['choices', 'interactive.action.sections.0.rows.3.id', 'Choice 4, ID'],
		['choices', 'interactive.action.button', 'List Button Label'],
		['choices', 'interactive.body.text', 'Message'],
		['approval', 'interactive.action.buttons.0.reply.title', 'Approve Button Label'],
		['approval', 'interactive.action.buttons.1.reply.title', 'Disapprove Button Label'],
		['freeText', 'text.body', 'Message'],
		['freeText', 'to', 'To'],
	])('of %s, %s: %s', (responseType, path, label) => {
		expect(fieldOf(responseType)(stepsOf(path))).toBe(label);
	});
});

describe('times in sentences are local', () => {
	it('with the time zone', () => {
		expect(withLocalTimes('Held until 2026-01-07T15:00:00.000Z, then sent.', 'Europe/Berlin')).toBe(
			'Held until Jan 7, 2026, 16:00 (Europe/Berlin), then sent.',
		);
	});

	it('each of several', () => {
		expect(withLocalTimes('2026-07-01T00:00:00Z to 2026-07-02T00:00:00Z', 'UTC')).toBe(
			'Jul 1, 2026, 00:00 (UTC) to Jul 2, 2026, 00:00 (UTC)',
		);
	});

	it('and sentences without any stay as they are', () => {
		expect(withLocalTimes('The window is open.', 'UTC')).toBe('The window is open.');
	});
});
