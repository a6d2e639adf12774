import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText } from '../../base';
import type { Registration } from '../../receiver';
import { isRegistered, registerWebhook, unregisterWebhook, staysRegistered } from '../../receiver';
import { connect } from '../shared/connect';
import { refuseForwarding } from './forwarding';
import { silenceOf } from './read-options';

async function registrationOf(context: IHookFunctions): Promise<Registration> {
	const { store, gateway, credential } = await connect(context);
	const workflow = context.getWorkflow();
	return {
		store,
		webhook: gateway.webhook,
		channel: credential.channel,
		url: context.getNodeWebhookUrl('default')!,
		owner: { id: `${workflow.id}/${context.getNode().id}`, name: workflow.name ?? '' },
		isTest: context.getMode() === 'manual',
	};
}

/** n8n begins trigger nodes anew after a restart, or in another main process. */
const BEGUN_ANEW: ReadonlySet<string> = new Set(['init', 'leadershipChange']);

/**
 * Whether the webhook need not be registered. What was published stays registered through restarts, also if the gateway
 * or the store isn't there just then: n8n would give the trigger up after some tries.
 */
export async function checkExists(this: IHookFunctions): Promise<boolean> {
	if (!BEGUN_ANEW.has(this.getActivationMode())) return isRegistered(await registrationOf(this));
	try {
		return await staysRegistered(await registrationOf(this));
	} catch (error) {
		this.logger.warn(`The webhook wasn't checked: ${errorText(error)}`);
		return true;
	}
}

export async function create(this: IHookFunctions): Promise<boolean> {
	const { credential } = await connect(this, this.getNodeParameter('options.policy', 'strict') as string);
	if (credential.signingSecrets.length === 0) {
		throw new NodeOperationError(
			this.getNode(),
			'The trigger needs a Signing Secret. Enter it in the Business Messaging API credential, then try again.',
			{
				description: 'Without it, a forged delivery looks like one from the gateway.',
			},
		);
	}
	silenceOf(this);
	await refuseForwarding(this);
	await registerWebhook(await registrationOf(this));
	return true;
}

async function deleteWebhook(this: IHookFunctions): Promise<boolean> {
	await unregisterWebhook(await registrationOf(this));
	return true;
}

export { deleteWebhook as delete };
