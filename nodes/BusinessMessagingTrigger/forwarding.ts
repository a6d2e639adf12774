import type { IHookFunctions, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Store } from '../../engine';
import type { Forwarder } from '../../receiver';
import { forwardSoon, problemsOfForwarding, startForwarding, withoutFloods } from '../../receiver';
import { credentialsOf } from '../shared/credential';
import type { ForwardingForm } from '../shared/forwarding';
import { FORWARDING_NAMES, readForwarding } from '../shared/forwarding';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { keepTrying, logTo } from '../shared/trouble';

const settingsOf = (context: Pick<IHookFunctions, 'getNodeParameter'>) =>
	readForwarding(context.getNodeParameter('options', {}) as ForwardingForm);

/** @throws NodeOperationError that names everything that is wrong with Forward To */
export async function refuseForwarding(context: IHookFunctions): Promise<void> {
	const own = new URL(context.getNodeWebhookUrl('default')!);
	const isOwn = ({ host, pathname }: URL) => host === own.host && pathname === own.pathname;
	const problems = await problemsOfForwarding(settingsOf(context), FORWARDING_NAMES, isOwn);
	if (problems.length === 0) return;
	throw new NodeOperationError(context.getNode(), `The trigger can't forward: ${problems.join('; ')}.`);
}

/** Passes on what is queued, from the process that took the delivery in. What fails is left to the published trigger. */
export function forwardNow(context: IWebhookFunctions, store: Store, form: ForwardingForm): void {
	const settings = readForwarding(form);
	if (settings.forwardTo.length === 0) return;
	forwardSoon({ ...settings, store, names: FORWARDING_NAMES, tell: withoutFloods(logTo(context)) });
}

/**
 * Forwards while the workflow is published: what is to be tried again, and what is left from before a restart. It waits
 * for a store that isn't there yet.
 * @returns ends it
 */
export async function startForwardingQueue(context: ITriggerFunctions): Promise<() => Promise<void>> {
	const settings = settingsOf(context);
	if (settings.forwardTo.length === 0) return async () => {};
	const [{ store: given }] = await credentialsOf(context);
	const tell = withoutFloods(logTo(context));
	const stopping = new AbortController();

	async function open(): Promise<Forwarder | undefined> {
		const store = await keepTrying(async () => sharedStore(storeUrl(given)), {
			stop: stopping.signal,
			onFailure(error) {
				const message = `The store can't be opened, so nothing is forwarded: ${String(error)}`;
				tell('forward-store', { level: 'warn', event: 'store-trouble', message });
			},
		});
		return store && startForwarding({ ...settings, store, names: FORWARDING_NAMES, tell });
	}
	const opening = open();
	return async () => {
		stopping.abort();
		await (await opening)?.close();
	};
}
