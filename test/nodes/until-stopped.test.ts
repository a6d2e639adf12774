import { join } from 'node:path';
import { systemRuntime } from '../../base';
import type { SendDueSummary } from '../../sending';
import { customers, inEachDatabase } from '../sending/campaigns/scene';
import type { CommandLine } from '../support/command-line';
import { bundled } from '../support/bundle';
import { runNode } from '../support/command-line';
import { until } from '../support/until';

const SCRIPT = bundled(join(__dirname, '../support/send-due-in-a-process.ts'));
const RECIPIENTS = 1_000;
const PER_SECOND = '50';

inEachDatabase(
	(at) => {
		let worker: CommandLine;
		afterEach(async () => {
			worker.child.kill('SIGKILL');
			await worker.ended;
		});

		it('Send Due whose process is asked to end claims no more, settles what is on its way, and ends; one that begins then sends nothing', async () => {
			await at.plan(customers(RECIPIENTS));
			worker = runNode([SCRIPT, at.place.url, at.sandbox.url, at.sandbox.apiKey, PER_SECOND]);
			await until(() => at.reached().length > 0 || worker.child.exitCode !== null);
			worker.child.kill('SIGTERM');

			expect([await worker.ended, worker.printed.stderr]).toEqual([0, '']);
			const [{ ended, accepted }, later] = JSON.parse(worker.printed.stdout) as [
				SendDueSummary,
				SendDueSummary,
			];
			expect(ended).toBe('aborted');
			expect(later).toMatchObject({ ended: 'aborted', claimed: 0 });
			expect(accepted).toBe(at.reached().length);
			expect(await at.counts()).toEqual({ planned: RECIPIENTS - accepted, accepted });
		});
	},
	// Real time, which the worker's process shares.
	{ runtime: systemRuntime, sandbox: { latency: 200 } },
);
