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

/** The pages that name paths, and in which folders besides the checkout itself those can be. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
	'CONTRIBUTING.md': [],
	'docs/architecture.md': [],
	'docs/receiving.md': [],
	'docs/interface-coverage.md': ['sandbox'],
};

/** Tests are named without their ending. */
const exists = (path: string, places: readonly string[]) =>
	existsSync(join(ROOT, `${path}.test.ts`)) ||
	['', ...places].some((place) => existsSync(join(ROOT, place, path)));

/** Folders that a build or a test run creates. */
const CREATED = /^(dist|artifacts)\//;

it.each(Object.entries(PAGES))('every path that %s names exists', (doc, places) => {
	const paths = pathsIn(doc).filter((path) => !CREATED.test(path));
	expect(paths.length).toBeGreaterThan(2);
	expect(paths.filter((path) => !exists(path, places))).toEqual([]);
});

it('each way through in docs/architecture.md has at most ten steps, and names a file in each', () => {
	const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
	const [, ways = ''] = /^## The way through$([^]*?)^## /m.exec(page) ?? [];
	const steps = ways
		.split('### ')
		.slice(1)
		.map((way) => way.match(/^\d+\. .*$/gm)!);
	expect(steps).toHaveLength(4);
	expect(steps.filter((each) => each.length > 10)).toEqual([]);
	expect(steps.flat().filter((step) => !/`[\w-]+\/[\w./-]+\.ts`/.test(step))).toEqual([]);
});

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
