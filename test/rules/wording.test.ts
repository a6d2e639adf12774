import { listed, named, wording } from '../../rules/wording';

it('a text has names for those who read a document, and labels only for those who fill in a form', () => {
	const window = named('Window', 'window');
	expect(wording`${window} is never ${7}: ${listed([window, named('"is"', 'equal')])}.`).toEqual({
		document: 'Window (window) is never 7: Window (window), "is" (equal).',
		form: 'Window is never 7: Window, "is".',
	});
});

it('a text without names is the same for both', () => {
	expect(wording`It is ${'empty'}.`).toEqual({ document: 'It is empty.', form: 'It is empty.' });
});
