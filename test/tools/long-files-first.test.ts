import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../tools/sources';
import LongFilesFirst from '../../tools/long-files-first.cjs';

it.each(LongFilesFirst.LONG)('%s, which starts before other tests, is there', (file) => {
	expect(existsSync(join(ROOT, file))).toBe(true);
});
