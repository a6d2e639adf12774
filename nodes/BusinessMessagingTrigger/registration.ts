import type { IHookFunctions, ITriggerFunctions } from 'n8n-workflow';
import type { Registration } from '../../receiver';
import { connect } from '../shared/connect';
import type { Credential } from '../shared/credential';

type Context = IHookFunctions | ITriggerFunctions;

/** Workflow and node: the same across restarts. */
export const placeOf = (context: Pick<Context, 'getNode' | 'getWorkflow'>) =>
	`${context.getWorkflow().id}/${context.getNode().id}`;

/** The registration of a trigger's URL for a number. */
export async function registrationOf(
	context: Context,
	url: string,
	credential: Credential,
): Promise<Registration> {
	const { store, gateway } = await connect(context, 'strict', { credential });
	return {
		store,
		webhook: gateway.webhook,
		channel: credential.channel,
		url,
		owner: { id: placeOf(context), name: context.getWorkflow().name ?? '' },
		isTest: context.getMode() === 'manual',
	};
}

/** What a published trigger keeps in n8n's database. */
interface Kept {
	/** Where its deliveries are to come. Only webhook methods know it, and `trigger()` registers it if they can't. */
	webhookUrl?: string;
}

/** What a published trigger keeps. A test run keeps nothing. */
export const keptBy = (context: Pick<Context, 'getMode' | 'getWorkflowStaticData'>): Kept =>
	context.getMode() === 'manual' ? {} : (context.getWorkflowStaticData('node') as Kept);
