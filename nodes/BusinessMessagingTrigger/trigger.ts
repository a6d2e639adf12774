import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { startForwardingQueue } from './forwarding';
import { startHandingOut } from './hand-out-bursts';

/** What runs while the workflow is published, besides its webhook. */
export async function trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
	const endHandingOut = await startHandingOut(this);
	const endForwarding = await startForwardingQueue(this).catch(async (error: unknown) => {
		await endHandingOut();
		return Promise.reject(error as Error);
	});
	return { closeFunction: async () => void (await Promise.all([endHandingOut(), endForwarding()])) };
}
