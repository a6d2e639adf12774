import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as Built from '../../tools/setup/built.cjs';
import { ROOT } from '../../tools/sources';

let checkout: string;
let built: typeof Built;

const at = (file: string) => join(checkout, file);
const write = (file: string, text: string) => {
	mkdirSync(dirname(at(file)), { recursive: true });
	writeFileSync(at(file), text);
};

/** A checkout with two sources, whose build is noted. */
beforeEach(() => {
	checkout = mkdtempSync(join(tmpdir(), 'business-messaging-built-'));
	for (const file of ['tools/layers.cjs', 'tools/setup/built.cjs']) cpSync(join(ROOT, file), at(file));
	write('engine/one.ts', '1');
	write('store/schema/two.sql', '2');
	built = jest.requireActual<typeof Built>(at('tools/setup/built.cjs'));
	const sources = built.readSources();
	write('dist/engine/index.js', '1, 2');
	built.noteBuild('code', sources);
});
afterEach(() => rmSync(checkout, { recursive: true }));

it('a build is up to date while nothing changes', () => {
	expect(built.isBuilt('code')).toBe(true);
	expect(built.isBuilt('code')).toBe(true);
});

it('a build is up to date after a file was written again as it was, and after a test or a document changed', () => {
	write('engine/one.ts', '1');
	write('test/one.test.ts', 'it()');
	write('docs/one.md', '# One');
	expect(built.isBuilt('code')).toBe(true);
});

it.each<[string, () => void]>([
	['a source changed', () => write('engine/one.ts', '3')],
	['a source was added', () => write('engine/three.ts', '3')],
	['a source was removed', () => rmSync(at('store/schema/two.sql'))],
	['a file of the build changed', () => write('dist/engine/index.js', '3')],
	['a file of the build was removed', () => rmSync(at('dist/engine/index.js'))],
	['a file was added to the build', () => write('dist/engine/other.js', '3')],
	['the whole build was removed', () => rmSync(at('dist'), { recursive: true })],
	['nobody noted a build', () => rmSync(at('node_modules'), { recursive: true })],
])('a build is out of date if %s', (_name, change) => {
	expect(built.isBuilt('code')).toBe(true);
	change();
	expect(built.isBuilt('code')).toBe(false);
});

it('a build is out of date if a source changed, even if its size and its date are as before', () => {
	const { atime, mtime } = statSync(at('engine/one.ts'));
	write('engine/one.ts', '3');
	utimesSync(at('engine/one.ts'), atime, mtime);
	expect(built.isBuilt('code')).toBe(false);
});

it('a build is out of date if a source changed while it ran', () => {
	const sources = built.readSources();
	write('engine/one.ts', '3');
	built.noteBuild('code', sources);
	expect(built.isBuilt('code')).toBe(false);
});

it('the code is up to date without its declarations, which are a part of their own', () => {
	expect(built.isBuilt('declarations')).toBe(false);
	write('dist/engine/index.d.ts', 'one');
	built.noteBuild('declarations', built.readSources());
	expect([built.isBuilt('code'), built.isBuilt('declarations')]).toEqual([true, true]);
	write('engine/one.ts', '3');
	expect([built.isBuilt('code'), built.isBuilt('declarations')]).toEqual([false, false]);
});
