import { startHttpServer } from '../../support/http-server';
import type { Told } from './telling-workflow';

/** Listens to the reports of executions. Answers a report with a poisoned event with 500, so that its execution fails. */
export async function startListener() {
	const told: Told[] = [];
	const { url, close } = await startHttpServer(({ body }, response) => {
		const report = body as Told;
		told.push(report);
		response.statusCode = report.events.some(({ id }) => id.startsWith('message:poison')) ? 500 : 200;
		response.end();
	});
	return { told, url, close };
}
