import { rmSync } from 'node:fs';
import { join } from 'node:path';
import built from './built.cjs';
import { withLock } from './lock.mjs';
import { environment, root } from './paths.mjs';
import { quietly, step } from './step.mjs';

/** The arguments with which tsup builds a part of dist/. */
const PARTS = { code: [], declarations: ['--dts-only'] };

async function build(part) {
	const sources = built.readSources();
	// Declarations of other sources would be published with the code.
	for (const file of built.outputsOf('declarations')) rmSync(join(root, file));
	await quietly('tsup', ['--silent', ...PARTS[part]], {
		cwd: root,
		env: environment(),
		advice: 'Fix the errors above, then run the command again.',
	});
	built.noteBuild(part, sources);
}

async function ensurePart(part, title) {
	if (built.isBuilt(part)) return;
	await withLock(`${root} dist`, 'building dist/', async () => {
		if (!built.isBuilt(part)) await step(title, () => build(part));
	});
}

/** Builds what of dist/ is out of date. Few need the declarations, which take most of the time. */
export async function ensureBuild({ declarations }) {
	await ensurePart('code', 'Building dist/');
	if (declarations) await ensurePart('declarations', 'Building the declarations in dist/');
}
