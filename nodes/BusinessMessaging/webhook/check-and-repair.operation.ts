import type { IDataObject } from 'n8n-workflow';
import { checkWebhook } from '../../../receiver';
import type { Operation } from '../../shared/operation';
import { onWebhook } from './on-webhook';
import { atPublicAddress } from './public-address';

/** Says if a repair was necessary, or impossible. */
function describeState([first]: IDataObject[]): string | undefined {
	if (first?.state === 'repaired') {
		return 'The phone number delivered to another address. Now it delivers here again.';
	}
	if (first?.state !== 'no-trigger') return undefined;
	return "No published workflow receives this phone number's webhooks, so there was nothing to repair.";
}

/** Checks that the number delivers to the published trigger, and points it there if it doesn't. */
export const checkAndRepair: Operation = {
	value: 'checkAndRepair',
	name: 'Check and Repair',
	description: "Check that the phone number delivers to the published workflow, and repair it if it doesn't",
	action: 'Check and repair the webhook',
	forEachItem: onWebhook(async ({ context, of, itemIndex }) => {
		const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
		const check = await checkWebhook(of, (registered, owner) =>
			atPublicAddress(registered, owner, resumeUrl),
		);
		return {
			state: check.state,
			url: check.url,
			replaced: check.state === 'repaired' ? check.replaced || null : null,
			workflow: check.state === 'no-trigger' ? null : check.owner.name,
		};
	}),
	hint: describeState,
};
