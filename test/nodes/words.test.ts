import { BusinessMessaging } from '../../nodes/BusinessMessaging/BusinessMessaging.node';
import { resources } from '../../nodes/BusinessMessaging/resources';
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
