import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources';
import { reliabilityPage } from './reliability';
import { RESULTS_OF_PAGE, RESULTS_OF_RUNS } from './reliability-result';

/** `npm run docs:reliability`: takes over what the suites have written, and writes docs/reliability.md from it. */
const [from, to] = [join(ROOT, RESULTS_OF_RUNS), join(ROOT, RESULTS_OF_PAGE)];
mkdirSync(to, { recursive: true });
if (existsSync(from)) cpSync(from, to, { recursive: true });
writeFileSync(join(ROOT, 'docs/reliability.md'), reliabilityPage());
