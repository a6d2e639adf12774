import { repository } from '../../package.json';

/** The address of a document, by its path in the repository. `package.json` alone names the repository. */
export const documentUrl = (path: string): string =>
	`${repository.url.replace(/\.git$/, '')}/blob/main/${path}`;
