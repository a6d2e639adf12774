import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands } from '../../cli/commands';
import type { Command } from '../../cli/command';
import { action } from '../../cli/command';
import { flag, required, storeFlag, webUrl } from '../../cli/flags';
import { FlagMistakes, readArguments } from '../../cli/read-arguments';
import { usageOf } from '../../cli/usage';

const KEY = 'BUSINESS_MESSAGING_API_KEY';

/** What a command with a store and a key was called with. */
const command: Command = {
	name: 'ask',
	does: 'Ask',
	exits: {},
	actions: [
		action({
			does: 'Ask',
			flags: { store: storeFlag, 'api-key': flag('KEY', 'The key', required('the key'), { variable: KEY }) },
			run: async () => {},
		}),
	],
};

function read(...args: string[]) {
	try {
		const { call } = readArguments(command, ['--store', 'sqlite:x', ...args]);
		return { key: call.flags['api-key'], from: call.named('api-key') };
	} catch (error) {
		return (error as FlagMistakes).mistakes;
	}
}

describe('a secret', () => {
	let folder: string;
	const given = { ...process.env };
	const fileOf = (content: string) => {
		const file = join(folder, 'key');
		writeFileSync(file, content);
		return file;
	};
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'secret-'));
	});
	afterEach(() => {
		process.env = { ...given };
		rmSync(folder, { recursive: true });
	});

	it.each(['from-file\n', 'from-file\r\n', 'from-file'])(
		'can be in a file that a variable names: %j',
		(content) => {
			process.env[`${KEY}_FILE`] = fileOf(content);
			expect(read()).toEqual({ key: 'from-file', from: `${KEY}_FILE` });
		},
	);

	it('keeps what isn’t the end of its line', () => {
		process.env[`${KEY}_FILE`] = fileOf(' two\nlines \n');
		expect(read()).toMatchObject({ key: ' two\nlines ' });
	});

	it('is never the flag that stands behind it, as in --api-key $KEY --json without the key', () => {
		const needed = '--api-key needs a value. If it begins with two dashes, write --api-key=VALUE.';
		expect(read('--api-key', '--json')).toEqual([needed]);
		expect(read('--api-key', '--store', 'sqlite:y')).toEqual([
			needed,
			'Unexpected argument: (not shown, because it can be a secret).',
		]);
		expect(read('--api-key=--json')).toEqual({ key: '--json', from: '--api-key' });
	});

	it('of a flag wins over the environment, whatever is there', () => {
		process.env[`${KEY}_FILE`] = join(folder, 'nothing');
		expect(read('--api-key', 'of-flag')).toEqual({ key: 'of-flag', from: '--api-key' });
	});

	it('of a variable that is empty counts as unset', () => {
		process.env[KEY] = '';
		process.env[`${KEY}_FILE`] = '';
		expect(read()).toEqual(['--api-key is required: the key.']);
	});

	it('has one source', () => {
		process.env[KEY] = 'of-variable';
		expect(read()).toEqual({ key: 'of-variable', from: KEY });
		process.env[`${KEY}_FILE`] = fileOf('of-file');
		expect(read()).toEqual([`${KEY} and ${KEY}_FILE are both set. Unset one of them.`]);
	});

	it('in a file that can’t be read, or is empty, is a mistake that names the variable', () => {
		process.env[`${KEY}_FILE`] = join(folder, 'nothing');
		expect(read()).toEqual([
			expect.stringMatching(/^BUSINESS_MESSAGING_API_KEY_FILE names a file that can't be read: .*ENOENT/),
		]);
		process.env[`${KEY}_FILE`] = fileOf('\n');
		expect(read()).toEqual([`${KEY}_FILE names a file that is empty: ${join(folder, 'key')}.`]);
	});

	it('that is wrong is called by the variable that it came from', () => {
		process.env.BUSINESS_MESSAGING_STORE = 'mysql://user:secret@host/db';
		const mistakes = (() => {
			try {
				return readArguments(command, ['--api-key', 'k']);
			} catch (error) {
				return (error as FlagMistakes).mistakes;
			}
		})();
		expect(mistakes).toEqual([
			expect.stringMatching(
				/^BUSINESS_MESSAGING_STORE isn't the URL of a store\. The URL of a store is sqlite:/,
			),
		]);
		expect(String(mistakes)).not.toContain('secret');
	});
});

it.each(['ftp://me:secret@host', 'me:secret@host', 'https://me:se#cret@host:x'])(
	'an error about the URL %s shows no password',
	(url) => {
		const [issue] = webUrl.safeParse(url).error!.issues;
		expect(issue!.message).toMatch(/^must be an http or https URL, not ".*…@host/);
	},
);

describe.each(commands)('the help of $name', (each) => {
	const usage = usageOf(each);

	it('has every action and every flag', () => {
		for (const { name, flags } of each.actions) {
			expect(usage).toContain(
				`business-messaging ${name === undefined ? each.name : `${each.name} ${name}`}`,
			);
			for (const flagName of Object.keys(flags)) expect(usage).toContain(`--${flagName}`);
		}
	});

	it('fits into 120 columns', () => {
		expect(usage.split('\n').filter((line) => line.length > 120)).toEqual([]);
	});

	it('ends with the exit codes', () => {
		expect(usage).toMatch(/\nExit codes: 0 \w+, [^]*2 wrong\sflags[^]*\.\n$/);
	});

	it('says --json for everything', () => {
		const without = each.actions.filter(({ flags }) => !Object.hasOwn(flags, 'json'));
		expect(without.map(({ name }) => name)).toEqual([]);
	});
});
