import type { ITriggerFunctions, ITriggerResponse } from 'n8n-workflow';
import { startForwardingQueue } from './forwarding';
import { startHandingOut } from './hand-out-bursts';
import { keepRegistered } from './keep-registered';
import { sharesNumber, startSharing } from './sharing';

/** What runs while the workflow is published, besides its webhook. */
export async function trigger(this: ITriggerFunctions): Promise<ITriggerResponse> {
	const ends = [await startHandingOut(this)];
	const closeFunction = async () => void (await Promise.all(ends.map((end) => end())));
	try {
		if (sharesNumber(this)) ends.push(await startSharing(this));
		else ends.push(await startForwardingQueue(this), keepRegistered(this));
	} catch (error) {
		await closeFunction();
		return Promise.reject(error as Error);
	}
	return { closeFunction };
}
