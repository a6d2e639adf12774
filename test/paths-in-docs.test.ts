import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/sources';

/** The paths in a document's code spans: what contains a slash and ends with one, or has a file name's ending. */
function pathsIn(doc: string): string[] {
	const text = readFileSync(join(ROOT, doc), 'utf8').replace(/```[^]*?```/g, '');
	const spans = [...text.matchAll(/`([\w.][\w./-]*)`/g)].map(([, span]) => span!);
	return [
		...new Set(spans.filter((span) => /^[\w-]+\/.*(\/|\.\w+)$|^[\w-]+\/$|^test\/|\.(ts|cjs)$/.test(span))),
	];
}

/** The interface coverage page names the sandbox's files without their folder, and tests without their ending. */
const PLACES = ['', 'sandbox/', 'tools/'];
const exists = (path: string) =>
	PLACES.some((place) => existsSync(join(ROOT, place, path))) || existsSync(join(ROOT, `${path}.test.ts`));

/** Folders that a build or a test run creates. */
const CREATED = /^(dist|artifacts)\//;

it.each(['CONTRIBUTING.md', 'docs/architecture.md', 'docs/receiving.md', 'docs/interface-coverage.md'])(
	'every path that %s names exists',
	(doc) => {
		const paths = pathsIn(doc).filter((path) => !CREATED.test(path));
		expect(paths.length).toBeGreaterThan(2);
		expect(paths.filter((path) => !exists(path))).toEqual([]);
	},
);

const headingsOf = (doc: string) =>
	[...readFileSync(join(ROOT, doc), 'utf8').matchAll(/^#{2,} (.+)$/gm)].map(([, heading]) => heading!);

/** The sections of the interface that a file's comments cite: `docs/interface.md, Groups; Media`. */
function sectionsCitedIn(file: string): string[] {
	const text = readFileSync(join(ROOT, file), 'utf8').replace(/\s*\n\s*(\*|\/\/) /g, ' ');
	const citations = [...text.matchAll(/docs\/interface\.md, ([^).:*'`]+)/g)];
	return citations.flatMap(([, sections]) => sections!.trim().split('; '));
}

it('every section of docs/interface.md that a comment cites exists', () => {
	const exclude = ['node_modules', 'dist', 'artifacts', 'coverage'];
	const files = globSync('**/*.{ts,tsx,cjs,mjs}', { cwd: ROOT, exclude });
	const cited = files.flatMap((file) => sectionsCitedIn(file).map((section) => ({ file, section })));
	const headings = headingsOf('docs/interface.md');
	expect(cited.length).toBeGreaterThan(300);
	expect(cited.filter(({ section }) => !headings.includes(section))).toEqual([]);
});
