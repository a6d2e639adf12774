import { version } from '../package.json';

/** The commit that the build was made of: tsup puts it here. Sources that run unbuilt, or were built without git, have none. */
declare const BUILD_COMMIT: string | undefined;

/** What this package is: its version, and the commit that it was built from, if that is known. */
export const BUILD: { readonly version: string; readonly commit?: string } = {
	version,
	...(typeof BUILD_COMMIT === 'string' && BUILD_COMMIT !== '' && { commit: BUILD_COMMIT }),
};

/** The same for people: `0.1.0 (a448b9d)`. */
export const buildName = ({ version: released, commit } = BUILD): string =>
	commit === undefined ? released : `${released} (${commit})`;
