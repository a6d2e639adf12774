import { errorText } from '../../base';

it.each<[string, unknown, string]>([
	['the message of an error', new Error('The store is away'), 'The store is away'],
	['the name of an error without a message', new AggregateError([new Error('refused')]), 'AggregateError'],
	['a text that was thrown', 'stopped', 'stopped'],
	['nothing that was thrown', undefined, 'undefined'],
])('is %s', (_, thrown, text) => {
	expect(errorText(thrown)).toBe(text);
});
