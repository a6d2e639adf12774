import { createInterface } from 'node:readline/promises';
import { aSwitch } from './flags';
import { errorLines } from './print';
import { FlagMistakes } from './read-arguments';

/** Does what can't be undone without a question. */
export const yes = aSwitch('Do it without asking. Required if there is no terminal to ask on');

/** Something that can't be undone wasn't done, because there was nobody to ask. It says what it would have been. */
export class NotConfirmed extends FlagMistakes {}

/** Where a person is asked. */
interface Terminal {
	input: NodeJS.ReadableStream & { isTTY?: boolean };
	output: NodeJS.WritableStream;
}

const ofProcess = (): Terminal => ({ input: process.stdin, output: process.stderr });

/**
 * Says what is going to be done, and asks whether to do it, unless `--yes` is given. Sets the exit code if the answer is
 * no.
 * @throws NotConfirmed without a terminal and `--yes`
 */
export async function isConfirmed(
	what: readonly string[],
	flags: { yes: boolean },
	{ input, output }: Terminal = ofProcess(),
): Promise<boolean> {
	if (flags.yes) return true;
	if (input.isTTY !== true) {
		throw new NotConfirmed([
			...what,
			'Nothing was done. There is no terminal to ask on, so --yes is required.',
		]);
	}
	errorLines(what, output);
	const asked = createInterface({ input, output });
	try {
		const answer = await Promise.race([
			asked.question('Continue? [y/N] '),
			new Promise<string>((resolve) => asked.once('close', () => resolve(''))),
		]);
		if (/^y(es)?$/i.test(answer.trim())) return true;
	} finally {
		asked.close();
	}
	errorLines(['Nothing was done.'], output);
	process.exitCode = 1;
	return false;
}
