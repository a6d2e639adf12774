import { startHttpServer } from '../../support/http-server';
import type { ExecutionReport } from './reporting-workflow';

/** Receives the reports of executions. A report with a poisoned event is answered with 500, so its execution fails. */
export async function startReportListener() {
	const reports: ExecutionReport[] = [];
	const { url, close } = await startHttpServer(({ body }, response) => {
		const report = body as ExecutionReport;
		reports.push(report);
		response.statusCode = report.events.some(({ id }) => id.startsWith('message:poison')) ? 500 : 200;
		response.end();
	});
	return { reports, url, close };
}
