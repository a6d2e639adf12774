import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changedFiles, inOrder } from '../../tools/check/changed.cjs';

let checkout: string;
const write = (file: string, text = '') => {
	mkdirSync(dirname(join(checkout, file)), { recursive: true });
	writeFileSync(join(checkout, file), text);
};
const git = (...args: string[]) =>
	execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
		cwd: checkout,
		stdio: 'ignore',
	});
const commit = (message: string) => {
	git('add', '--all');
	git('commit', '--message', message);
};

beforeEach(() => {
	checkout = mkdtempSync(join(tmpdir(), 'business-messaging-check-'));
	git('init', '--initial-branch', 'main');
	for (const file of ['kept.ts', 'edited.ts', 'committed.ts', 'removed.ts']) write(file);
	commit('All of it');
});
afterEach(() => rmSync(checkout, { recursive: true }));

describe('what changed', () => {
	it('is nothing right after the branch left', () => {
		git('switch', '--create', 'mine');
		expect(changedFiles(checkout, 'main')).toEqual([]);
	});

	it('is what was committed, edited, and added since the branch left, without what is gone', () => {
		git('switch', '--create', 'mine');
		write('committed.ts', '1');
		commit('Mine');
		write('edited.ts', '1');
		write('größer.ts', '1');
		rmSync(join(checkout, 'removed.ts'));
		expect(changedFiles(checkout, 'main')).toEqual(['committed.ts', 'edited.ts', 'größer.ts']);
	});

	it('is not what others changed on main since then', () => {
		git('switch', '--create', 'mine');
		git('switch', 'main');
		write('kept.ts', '1');
		commit('Theirs');
		git('switch', 'mine');
		expect(changedFiles(checkout, 'main')).toEqual([]);
	});
});

it('tests that changed come first, then those that import a changed file, then all others that it touches', () => {
	write('test/a.test.ts', `import { a } from '../engine';`);
	write('test/b.test.ts', `import { b } from './other';`);
	write('test/c.test.ts');
	write('test/d.test.ts', `import { d } from '../store/d';`);
	const tests = ['test/a.test.ts', 'test/b.test.ts', 'test/c.test.ts', 'test/d.test.ts'];
	expect(inOrder(checkout, tests, ['engine/index.ts', 'store/d.ts', 'test/c.test.ts'])).toEqual({
		direct: ['test/c.test.ts', 'test/a.test.ts', 'test/d.test.ts'],
		others: ['test/b.test.ts'],
	});
});
