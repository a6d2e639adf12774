import { print, printLines } from '../../cli/print';

let written: string;
beforeEach(() => {
	written = '';
	jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
		written += String(text);
		return true;
	});
});
afterEach(() => jest.restoreAllMocks());

it('what comes from elsewhere does not control the terminal', () => {
	print('red \x1b[31m, \x9b31m, back\b, \u202eturned\ttab\n');
	expect(written).toBe('red \\u001b[31m, \\u009b31m, back\\u0008, \\u202eturned\ttab\n');
});

it('a line cannot pretend to be several', () => {
	printLines(['one\ntwo', 'Grüße 😀']);
	expect(written).toBe('one\\ntwo\nGrüße 😀\n');
});
