import type { IDataObject } from 'n8n-workflow';
import { checkWebhook } from '../../../receiver';
import type { Operation } from '../operation';
import { onWebhook } from './on-webhook';
import { atPublicAddress } from './public-address';

/** Whether a repair was necessary, or impossible. */
function tellState([first]: IDataObject[]): string | undefined {
	if (first?.state === 'repaired') return 'The phone number delivered elsewhere; now it delivers here again.';
	if (first?.state !== 'no-trigger') return undefined;
	return 'No published workflow receives the webhooks of this phone number, so there was nothing to repair.';
}

/** Checks that the number delivers to the published trigger, and points it there where it does not. */
export const checkAndRepair: Operation = {
	description: [],
	prepare: onWebhook(async ({ context, of, itemIndex }) => {
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
	hint: tellState,
};
