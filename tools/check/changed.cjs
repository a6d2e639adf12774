const { execFileSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');

/**
 * The files of a checkout that differ from where its branch left another one, committed or not, without those that are
 * gone.
 */
exports.changedFiles = (checkout, since) => {
	const git = (...args) =>
		execFileSync('git', args, { cwd: checkout, encoding: 'utf8' })
			.split('\0')
			.filter((line) => line !== '');
	const base = git('merge-base', since, 'HEAD')[0].trim();
	const files = [
		...git('diff', '-z', '--name-only', '--diff-filter=d', base),
		...git('ls-files', '-z', '--others', '--exclude-standard'),
	];
	return [...new Set(files)].sort();
};

/** What a test file imports by a path, without the ending. */
function importsOf(checkout, test) {
	const text = readFileSync(join(checkout, test), 'utf8');
	return [...text.matchAll(/(?:from|import|require\w*\()\s*'(\.[^']*)'/g)].map(([, path]) =>
		relative(checkout, join(checkout, dirname(test), path)),
	);
}

/** The names under which a file can be imported. */
function namesOf(file) {
	const plain = file.replace(/\.(ts|tsx)$/, '');
	return [file, plain, ...(/\/index$/.test(plain) ? [plain.slice(0, -'/index'.length)] : [])];
}

/** Tests in the order in which they say most about a change: changed ones, those that import a changed file, others. */
exports.inOrder = (checkout, tests, changed) => {
	const names = new Set(changed.flatMap(namesOf));
	const isChanged = (test) => changed.includes(test);
	const isDirect = (test) =>
		isChanged(test) ||
		(existsSync(join(checkout, test)) && importsOf(checkout, test).some((path) => names.has(path)));
	const direct = tests.filter(isDirect);
	return {
		direct: [...direct.filter(isChanged), ...direct.filter((test) => !isChanged(test))],
		others: tests.filter((test) => !direct.includes(test)),
	};
};
