import type { BundledPackage } from './bundled-packages';

/** The file of the package with the licenses of what is bundled. */
export const NOTICES = 'THIRD_PARTY_LICENSES.txt';

const LINE = '-'.repeat(80);
const HEADING = /^(\S+)@(\S+) \(([^)]+)\)$/;

const NO_TEXT = 'The package contains no license text.';

/** The license texts of bundled packages, each below a heading with its name, version, and license. */
export function writeNotices(packages: readonly BundledPackage[]): string {
	const parts = packages.map(({ name, version, license, texts }) =>
		[LINE, `${name}@${version} (${license})`, LINE, ...(texts.length > 0 ? texts : [NO_TEXT])].join('\n\n'),
	);
	return `This package contains code of the packages below.\n\n${parts.join('\n\n')}\n`;
}

/** The packages that some notices are about. */
export function packagesIn(notices: string): Array<Pick<BundledPackage, 'name' | 'version' | 'license'>> {
	const lines = notices.split('\n');
	return lines.flatMap((line, index) => {
		const heading = lines[index - 2] === LINE && lines[index + 2] === LINE ? HEADING.exec(line) : null;
		return heading ? [{ name: heading[1]!, version: heading[2]!, license: heading[3]! }] : [];
	});
}
