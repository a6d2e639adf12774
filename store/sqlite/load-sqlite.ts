import { errorText } from '../../base';

/**
 * SQLite, as Node has it.
 * @throws Error that names the version of Node.js that is needed
 */
export async function loadSqlite(): Promise<typeof import('node:sqlite')> {
	try {
		return await import('node:sqlite');
	} catch (error) {
		throw new Error(
			`A store on SQLite needs Node.js 22.13 or newer, and this is ${process.version}. Update Node.js, or keep the store on Postgres. (${errorText(error)})`,
			{ cause: error },
		);
	}
}
