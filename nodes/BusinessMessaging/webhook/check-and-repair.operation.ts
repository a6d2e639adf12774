import type { IDataObject } from 'n8n-workflow';
import type { WebhookOwner } from '../../../engine';
import { checkWebhook } from '../../../receiver';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { ofWebhook } from './webhook';

/**
 * The URL of a published trigger at n8n's present public address. n8n doesn't register a webhook again when its address
 * changes.
 *
 * A trigger's URL is the address, then `webhook`, the webhook's ID (or the workflow's ID and the node's name), and the
 * path `webhook`. An execution knows the address from the URL that would resume it: the address, then
 * `webhook-waiting` and the execution's ID.
 */
export function atPublicAddress(registered: string, { id }: WebhookOwner, resumeUrl: string): string {
	const segments = new URL(registered).pathname.split('/');
	const [workflowId] = id.split('/');
	const own = segments.slice(segments.at(-3) === workflowId ? -4 : -3);
	const { origin, pathname } = new URL(resumeUrl);
	const address = pathname.split('/').slice(0, -2);
	return `${origin}${[...address, ...own].join('/')}`;
}

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
	numbers: 'all',
	forEachItem: perItem(ofWebhook, async ({ context, of, itemIndex }) => {
		const resumeUrl = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
		const check = await checkWebhook(of, (registered, owner) =>
			atPublicAddress(registered, owner, resumeUrl),
		);
		return {
			json: {
				state: check.state,
				url: check.url,
				replaced: check.state === 'repaired' ? check.replaced || null : null,
				workflow: check.state === 'no-trigger' ? null : check.owner.name,
			},
		};
	}),
	hint: describeState,
};
