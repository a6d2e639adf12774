import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/sources';

const DOCS = globSync('**/*.md', { cwd: ROOT, exclude: ['node_modules', 'dist', 'artifacts', 'coverage'] });
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
	name: string;
	bin: Record<string, string>;
	scripts: Record<string, string>;
};

/** What the documents say behind a command, such as the name of a script. */
const namedAfter = (command: RegExp) =>
	DOCS.flatMap((doc) =>
		[...readFileSync(join(ROOT, doc), 'utf8').matchAll(command)].map(([, name]) => ({ doc, name: name! })),
	);

it('npx runs this package: the bare name of its command may be somebody else’s package', () => {
	const named = namedAfter(/\bnpx (?:--?\S+ )*([\w@/-]+)/g);
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter(({ name }) => name !== manifest.name)).toEqual([]);
	expect(Object.keys(manifest.bin)).toHaveLength(1);
});

it('npm run runs scripts that exist', () => {
	const named = namedAfter(/\bnpm run ([\w:-]+)/g);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter(({ name }) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
});
