import type { WebhookOwner } from '../../../engine';

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
