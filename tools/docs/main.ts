import { writeFileSync } from 'node:fs';
import { generatedDocs } from './generated-docs';

/** `npm run docs`: writes the parts of the documentation that come from the code. */
for (const { path, expected } of generatedDocs()) writeFileSync(path, expected);
