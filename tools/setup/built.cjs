// Whether dist/ is what the sources build to. The setup asks before each command, and the tests that run dist/ ask too.
const { createHash } = require('node:crypto');
const {
	existsSync,
	mkdirSync,
	readFileSync,
	readdirSync,
	renameSync,
	statSync,
	writeFileSync,
} = require('node:fs');
const { dirname, join } = require('node:path');
const layers = require('../layers.cjs');

const root = join(__dirname, '../..');
const sources = [
	...layers.LAYERS.flatMap(({ folders }) => folders).filter((folder) => !layers.UNPUBLISHED.includes(folder)),
	'assets.d.ts',
	'tsup.config.ts',
	'tools/licenses',
	'tsconfig.json',
	'package.json',
	'package-lock.json',
];
const stampOf = (part) => join(root, `node_modules/.cache/business-messaging/${part}.json`);

/** A file that changed so shortly ago can change again without a new time. ms */
const TOO_FRESH = 1_000;

function filesIn(path) {
	if (!existsSync(join(root, path))) return [];
	if (!statSync(join(root, path)).isDirectory()) return [path];
	return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
		const inner = `${path}/${entry.name}`;
		return entry.isDirectory() ? filesIn(inner) : [inner];
	});
}

const outputsOf = (part) =>
	filesIn('dist').filter((file) => file.endsWith('.d.ts') === (part === 'declarations'));

const hashOf = (file) =>
	createHash('sha256')
		.update(readFileSync(join(root, file)))
		.digest('hex');

/** Size and times. Every write to a file changes them: nobody can set the last one. */
function lookOf(file) {
	const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
	return Date.now() - ctimeMs < TOO_FRESH ? '' : `${size} ${mtimeMs} ${ctimeMs}`;
}

const entriesOf = (files) =>
	Object.fromEntries(
		files.map((file) => {
			const look = lookOf(file);
			return [file, { look, hash: hashOf(file) }];
		}),
	);

function write(part, entries) {
	const file = stampOf(part);
	mkdirSync(dirname(file), { recursive: true });
	const unfinished = `${file}.${process.pid}`;
	writeFileSync(unfinished, JSON.stringify(entries));
	renameSync(unfinished, file);
}

function read(part) {
	try {
		return JSON.parse(readFileSync(stampOf(part), 'utf8'));
	} catch {
		return undefined;
	}
}

exports.outputsOf = outputsOf;

/** The sources as they are now. Take them before a build: they may change while it runs. */
exports.readSources = () => entriesOf(sources.flatMap(filesIn));

/** Notes that these sources built what a part of dist/ is now. */
exports.noteBuild = (part, builtFrom) => write(part, { ...builtFrom, ...entriesOf(outputsOf(part)) });

/**
 * Whether a part of dist/ is still as it was built, from sources that are still the same.
 * @param part `code` or `declarations`. Reads only the files whose size or times changed
 */
exports.isBuilt = (part) => {
	const outputs = outputsOf(part);
	const files = [...sources.flatMap(filesIn), ...outputs];
	const entries = read(part);
	if (!entries || outputs.length === 0 || files.length !== Object.keys(entries).length) return false;
	let touched = 0;
	for (const file of files) {
		const entry = entries[file];
		if (!entry) return false;
		const look = lookOf(file);
		if (look !== '' && look === entry.look) continue;
		if (hashOf(file) !== entry.hash) return false;
		entry.look = look;
		touched += 1;
	}
	if (touched > 0) write(part, entries);
	return true;
};
