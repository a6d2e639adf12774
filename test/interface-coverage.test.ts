import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../tools/sources';

const PAGE = readFileSync(join(ROOT, 'docs/interface-coverage.md'), 'utf8');
const [, STATEMENTS = ''] = PAGE.split('## Every statement of the interface');

interface Row {
	statement: string;
	symbols: Array<{ symbol: string; file: string }>;
	tests: string[];
}

const rows: Row[] = STATEMENTS.split('\n')
	.filter((line) => line.startsWith('| ') && !/^\| (statement|---) /.test(line))
	.map((line) => {
		const [, statement = '', keptIn = '', tests = ''] = line.split(/(?<!\\)\|/);
		const symbols = [...keptIn.matchAll(/`(\w+)` in `([^`]+)`/g)];
		return {
			statement: statement.trim(),
			symbols: symbols.map(([, symbol, file]) => ({ symbol: symbol!, file: file! })),
			tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, test]) => test!),
		};
	});

const textOf = (file: string) => {
	const path = join(ROOT, file);
	return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

/** Whether a file exports something of this name. */
function exportsSymbol(file: string, symbol: string): boolean {
	const declared = new RegExp(`^export (async )?(const|function\\*?|class|interface|type) ${symbol}\\b`, 'm');
	return declared.test(textOf(file) ?? '');
}

describe('the page of the interface names', () => {
	it('every statement once', () => {
		const statements = rows.map(({ statement }) => statement);
		expect(rows.length).toBeGreaterThanOrEqual(179);
		expect(statements.filter((statement, index) => statements.indexOf(statement) < index)).toEqual([]);
	});

	it('the code that keeps each statement, by symbols that their files export', () => {
		const missing = rows.flatMap(({ statement, symbols }) =>
			symbols
				.filter(({ symbol, file }) => !exportsSymbol(file, symbol))
				.map(({ symbol, file }) => `${statement}: ${symbol} in ${file}`),
		);
		expect(missing).toEqual([]);
		expect(rows.filter(({ symbols }) => symbols.length === 0)).toEqual([]);
	});

	it('the tests that show each statement, which exist', () => {
		const missing = rows.flatMap(({ statement, tests }) =>
			tests.filter((test) => textOf(`${test}.test.ts`) === undefined).map((test) => `${statement}: ${test}`),
		);
		expect(missing).toEqual([]);
		expect(rows.filter(({ tests }) => tests.length === 0)).toEqual([]);
	});
});
