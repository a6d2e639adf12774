import { startSandbox } from '../../sandbox';
import { faultsOf, type Line } from '../../tools/main-job/report';
import { sendUntilDone } from '../../tools/main-job/send-until-done';

test('Send Due runs again as long as it stops before everything is sent', async () => {
	const summaries = [
		{ accepted: 42, held: 10, took: 50, ended: 'budget' },
		{ accepted: 100, held: 0, took: 50, ended: 'budget' },
		{ accepted: 86, held: 2, took: 20.5, ended: 'nothing-due' },
	];
	const total = await sendUntilDone(() => Promise.resolve(summaries.shift()!));
	expect(total).toMatchObject({ accepted: 228, held: 12, took: 120.5, ended: 'nothing-due' });
	expect(summaries).toEqual([]);
});

test('a customer whose message is still planned at the end is a fault', async () => {
	const sandbox = await startSandbox();
	try {
		const customer = {
			phone: '+49 170 1234567',
			name: 'Ada',
			product: 'tea',
			template: 't',
			lately: 'silent',
		};
		const nothing = { form: '', rule: '', reason: '', messageId: '', delivery: '-' };
		const line = { customer, state: 'planned', ...nothing } as Line;
		expect(faultsOf([line], sandbox)).toEqual([expect.stringContaining('+49 170 1234567 is planned')]);
		expect(faultsOf([{ ...line, state: 'held' }], sandbox)).toEqual([]);
	} finally {
		await sandbox.close();
	}
});
