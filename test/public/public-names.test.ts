import { join } from 'node:path';
import { ROOT } from '../../tools/sources';
import { buildDeclarations } from '../support/declarations';
import { exportedNames } from './exported-names';
import exportedBefore from './exported-names.json';
import { builtParameters } from './node-parameters';
import parametersBefore from './node-parameters.json';

buildDeclarations();
const after = exportedNames(join(ROOT, 'dist'), Object.keys(exportedBefore));

describe.each(Object.entries(exportedBefore))('the subpath %s', (subpath, names) => {
	it.each(Object.entries(names as Record<string, string[]>))('still exports %s', (name, members) => {
		expect(after[subpath]).toHaveProperty([name]);
		expect(after[subpath]![name]).toEqual(expect.arrayContaining(members));
	});
});

const parametersAfter = builtParameters();

/** A form can have the same name several times, each for other operations. */
const named = (parameters: Array<{ name: string }>, name: string) =>
	parameters.filter((each) => each.name === name);

describe.each(Object.entries(parametersBefore))('the form of %s', (node, parameters) => {
	it.each([...new Set(parameters.map(({ name }) => name))])('still has %s as it was', (name) => {
		const now = named(parametersAfter[node]!, name) as Array<{ options?: unknown[] }>;
		for (const before of named(parameters, name) as Array<{ options?: unknown[] }>) {
			const { options, ...rest } = before;
			expect(now).toContainEqual(
				expect.objectContaining({
					...rest,
					...(options && { options: expect.arrayContaining(options) as unknown }),
				}),
			);
		}
	});
});
