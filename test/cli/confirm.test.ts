import { PassThrough } from 'node:stream';
import { isConfirmed } from '../../cli/confirm';

/** Asks on a terminal where somebody types this; `undefined` closes it. */
async function asked(typed: string | undefined) {
	const input = Object.assign(new PassThrough(), { isTTY: true });
	const output = new PassThrough();
	const answer = isConfirmed(['This deletes everything.'], { yes: false }, { input, output });
	if (typed === undefined) input.end();
	else input.write(typed);
	const confirmed = await answer;
	const printed = String(output.read());
	const { exitCode } = process;
	process.exitCode = undefined;
	return { confirmed, printed, exitCode };
}

describe('what can’t be undone', () => {
	it.each(['y\n', 'Y\n', ' yes \n'])('is done if the answer is %j', async (typed) => {
		expect(await asked(typed)).toEqual({
			confirmed: true,
			printed: expect.stringMatching(/^This deletes everything\.\nContinue\? \[y\/N\] /),
			exitCode: undefined,
		});
	});

	it.each(['\n', 'n\n', 'yess\n', 'ja\n', undefined])('isn’t done if the answer is %j', async (typed) => {
		expect(await asked(typed)).toEqual({
			confirmed: false,
			printed: expect.stringMatching(/Nothing was done\.\n$/),
			exitCode: 1,
		});
	});

	it('is done without a question if --yes is given', async () => {
		const output = new PassThrough();
		const terminal = { input: Object.assign(new PassThrough(), { isTTY: true }), output };
		expect(await isConfirmed(['This deletes everything.'], { yes: true }, terminal)).toBe(true);
		expect(output.read()).toBeNull();
	});
});
