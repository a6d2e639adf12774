import { join } from 'node:path';
import ts from 'typescript';

/** The sorted members of an exported type or value; empty for one without its own members, such as a union. */
function membersOf(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
	const meant = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
	const isType = meant.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class);
	const type = isType ? checker.getDeclaredTypeOfSymbol(meant) : checker.getTypeOfSymbol(meant);
	const isPlain =
		type.flags & ts.TypeFlags.Object &&
		!checker.isArrayLikeType(type) &&
		type.getCallSignatures().length === 0;
	if (!isPlain) return [];
	return type
		.getProperties()
		.map(({ name }) => name)
		.sort();
}

/** What each subpath of the built package exports, with the members of each name. */
export function exportedNames(
	dist: string,
	subpaths: readonly string[],
): Record<string, Record<string, string[]>> {
	const files = subpaths.map((subpath) => join(dist, subpath, 'index.d.ts'));
	const program = ts.createProgram(files, { skipLibCheck: true, noEmit: true, types: ['node'] });
	const checker = program.getTypeChecker();
	return Object.fromEntries(
		subpaths.map((subpath, index) => {
			const module = checker.getSymbolAtLocation(program.getSourceFile(files[index]!)!)!;
			const names = checker
				.getExportsOfModule(module)
				.map((symbol) => [symbol.name, membersOf(checker, symbol)]);
			return [subpath, Object.fromEntries(names.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))];
		}),
	);
}
