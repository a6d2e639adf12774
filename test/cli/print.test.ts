import { bar, print, printLines, withProgress } from '../../cli/print';

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

it('a bar is full only at the end', () => {
	expect([0, 0.5, 0.999, 1].map(bar)).toEqual([
		`[${'.'.repeat(30)}] 0%`,
		`[${'#'.repeat(15)}${'.'.repeat(15)}] 50%`,
		`[${'#'.repeat(29)}.] 99%`,
		`[${'#'.repeat(30)}] 100%`,
	]);
});

describe('long work', () => {
	const work = (show: (step: string, share: number) => void) => {
		show('Copying', 0.5);
		return Promise.resolve('done');
	};
	const terminal = (isTTY: boolean) => ({
		isTTY,
		columns: 80,
		rows: 24,
		write: (text: unknown) => Boolean((written += String(text))),
	});

	it('shows a bar in a terminal, and leaves nothing behind', async () => {
		expect(await withProgress(work, terminal(true))).toBe('done');
		expect(written).toBe(`${bar(0.5)}  Copying\n\x1b[1A\x1b[0J`);
	});

	it('leaves nothing behind if it fails', async () => {
		const failing = withProgress(async (show) => {
			await work(show);
			throw new Error('No.');
		}, terminal(true));
		await expect(failing).rejects.toThrow('No.');
		expect(written.endsWith('\x1b[1A\x1b[0J')).toBe(true);
	});

	it('prints nothing elsewhere', async () => {
		expect(await withProgress(work, terminal(false))).toBe('done');
		expect(written).toBe('');
	});
});
