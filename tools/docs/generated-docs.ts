import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../sources';
import { commandReference } from './command-reference';
import { decisionTables } from './decision-tables';
import { errorCodes } from './error-codes';
import { layerTable } from './layer-table';
import { replaceBetweenMarkers } from './markdown';
import { reliabilityPage } from './reliability';

/** A file that is written from the code, wholly or in part. */
interface GeneratedDoc {
	file: string;
	/** @param current what the file holds now */
	write(current: string): string;
}

const docs: GeneratedDoc[] = [
	{ file: 'docs/decision-tables.md', write: decisionTables },
	{ file: 'docs/errors.md', write: (current) => replaceBetweenMarkers(current, 'codes', errorCodes()) },
	{
		file: 'docs/architecture.md',
		write: (current) => replaceBetweenMarkers(current, 'layers', layerTable()),
	},
	{
		file: 'docs/command-line.md',
		write: (current) => replaceBetweenMarkers(current, 'commands', commandReference()),
	},
	{ file: 'docs/reliability.md', write: () => reliabilityPage() },
];

/** Each generated file: what it holds, and what it has to hold. */
export const generatedDocs = () =>
	docs.map(({ file, write }) => {
		const path = join(ROOT, file);
		const current = readFileSync(path, 'utf8');
		return { file, path, current, expected: write(current) };
	});
