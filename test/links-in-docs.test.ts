import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { BusinessMessagingApi } from '../credentials/BusinessMessagingApi.credentials';
import { ROOT } from '../tools/sources';

const DOCS = globSync('**/*.md', { cwd: ROOT, exclude: ['node_modules', 'dist', 'artifacts', 'coverage'] });

/** The text without code, which may look like links. */
const proseOf = (doc: string) =>
	readFileSync(join(ROOT, doc), 'utf8')
		.replace(/^(```|~~~)[^]*?^\1/gm, '')
		.replace(/`[^`\n]*`/g, (span) => span.replace(/[[\]()<>]/g, ' '));

/** The targets of a document's links and pictures. */
function targetsIn(doc: string): string[] {
	const prose = proseOf(doc);
	const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]*)>?(?:\s+"[^"]*")?\s*\)/g)];
	const named = [...prose.matchAll(/^\[[^\]]+\]:\s*<?(\S+?)>?$/gm)];
	const bare = [...prose.matchAll(/<((?:https?|mailto):[^>\s]*)>/g)];
	const tags = [...prose.matchAll(/<(?:img|a|source)\b[^>]*?\b(?:src|href|srcset)="([^"]*)"/g)];
	return [...inline, ...named, ...bare, ...tags].map(([, target]) => target!);
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsIn(doc: string): Set<string> {
	const text = readFileSync(join(ROOT, doc), 'utf8').replace(/^```[^]*?^```/gm, '');
	const anchors = new Set<string>();
	for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
		const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
		const slug = words.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replace(/\s/g, '-');
		let anchor = slug;
		for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
		anchors.add(anchor);
	}
	return anchors;
}

/** What is wrong with a link, if anything is. Addresses elsewhere are checked for their form only. */
function problemOf(doc: string, target: string): string | undefined {
	if (/^mailto:/.test(target))
		return /^mailto:[^@\s]+@[^@\s]+$/.test(target) ? undefined : "isn't an address";
	if (/^[a-z][a-z\d+.-]*:/i.test(target)) {
		const isWeb = URL.canParse(target) && /^https:$/.test(new URL(target).protocol);
		return isWeb ? undefined : "isn't an https address";
	}
	const [path = '', anchor] = target.split('#');
	if (path.startsWith('/')) return "isn't relative";
	const file = path === '' ? doc : relative(ROOT, join(ROOT, dirname(doc), decodeURIComponent(path)));
	if (file.startsWith('..') || !existsSync(join(ROOT, file))) return 'names a file that is missing';
	if (anchor === undefined) return target === '' ? 'is empty' : undefined;
	if (!file.endsWith('.md') || statSync(join(ROOT, file)).isDirectory()) return undefined;
	return anchorsIn(file).has(anchor) ? undefined : `names a heading that ${file} doesn't have`;
}

it('there are documents with links to check', () => {
	expect(DOCS.length).toBeGreaterThan(10);
	expect(DOCS.flatMap(targetsIn).length).toBeGreaterThan(50);
});

it.each(DOCS)('every link of %s leads somewhere', (doc) => {
	const broken = targetsIn(doc).flatMap((target) => {
		const problem = problemOf(doc, target);
		return problem === undefined ? [] : [`${target} ${problem}`];
	});
	expect(broken).toEqual([]);
});

it.each([
	['connect.md', undefined],
	['connect.md#the-credential', undefined],
	['connect.md#the-key', "names a heading that docs/connect.md doesn't have"],
	['conect.md', 'names a file that is missing'],
	['../../elsewhere.md', 'names a file that is missing'],
	['/docs/connect.md', "isn't relative"],
	['#do-something', undefined],
	['#do-nothing', "names a heading that docs/README.md doesn't have"],
	['https://example.com/a', undefined],
	['http://example.com/a', "isn't an https address"],
	['https://', "isn't an https address"],
	['', 'is empty'],
])('a link of docs/README.md to "%s": %s', (target, problem) => {
	expect(problemOf('docs/README.md', target)).toBe(problem);
});

it('every page in docs/ is listed in docs/README.md, and the README links that list', () => {
	const listed = new Set(targetsIn('docs/README.md').map((target) => join('docs', target.split('#')[0]!)));
	const pages = DOCS.filter((doc) => /^docs\/[^/]+\.md$/.test(doc) && doc !== 'docs/README.md');
	expect(pages.filter((page) => !listed.has(page))).toEqual([]);
	expect(targetsIn('README.md')).toContain('docs/README.md');
});

it('every picture in docs/images is shown on a page, and has at most 150 kB', () => {
	const pictures = globSync('docs/images/*', { cwd: ROOT });
	const shown = DOCS.flatMap((doc) => targetsIn(doc).map((target) => join(dirname(doc), target)));
	expect(pictures.length).toBeGreaterThanOrEqual(5);
	expect(pictures.filter((picture) => !shown.includes(picture))).toEqual([]);
	expect(pictures.filter((picture) => statSync(join(ROOT, picture)).size > 150_000)).toEqual([]);
});

it('every screenshot in docs/images is taken by npm run docs:screenshots, none by hand', () => {
	const pictures = globSync('docs/images/*.png', { cwd: ROOT }).map((picture) => basename(picture, '.png'));
	const script = readFileSync(join(ROOT, 'test/browser/screenshots.ts'), 'utf8');
	const taken = [...script.matchAll(/\btake\(page, '([\w-]+)'/g)].map(([, name]) => name!);
	expect(pictures.sort()).toEqual(taken.sort());
});

it('the editor links documents that exist, in the repository that package.json names', () => {
	const { repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		repository: { url: string };
	};
	const start = `${repository.url.replace(/\.git$/, '')}/blob/main/`;
	const codex = globSync('dist/nodes/**/*.node.json', { cwd: ROOT }).flatMap((file) => [
		...readFileSync(join(ROOT, file), 'utf8').matchAll(/"url": "([^"]*)"/g),
	]);
	const urls = [new BusinessMessagingApi().documentationUrl, ...codex.map(([, url]) => url!)];
	expect(urls).toHaveLength(1 + 2 * 6);
	expect(urls.filter((url) => !url.startsWith(start))).toEqual([]);
	const problems = urls.map((url) => problemOf('README.md', url.slice(start.length)));
	expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

it('no file but package.json names the repository, so that there is one place to replace it', () => {
	const { homepage, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
		homepage: string;
		repository: { url: string };
	};
	const address = repository.url.replace(/\.git$/, '');
	expect(homepage).toBe(`${address}#readme`);
	const exclude = ['node_modules', 'dist', 'artifacts', 'coverage', '.git', 'package-lock.json'];
	const files = globSync('{*,.github/**/*,**/*}.{ts,tsx,mjs,cjs,json,yml,md,html}', { cwd: ROOT, exclude });
	expect(files.length).toBeGreaterThan(500);
	const naming = files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(address));
	expect(naming).toEqual(['package.json']);
});
