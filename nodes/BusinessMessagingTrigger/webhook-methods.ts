import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import type { Registration } from '../../receiver';
import { isRegistered, registerWebhook, unregisterWebhook } from '../../receiver';
import { connect } from '../shared/connect';

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

export async function checkExists(this: IHookFunctions): Promise<boolean> {
	return isRegistered(await registrationOf(this));
}

export async function create(this: IHookFunctions): Promise<boolean> {
	const { credential } = await connect(this, this.getNodeParameter('options.policy', 'strict') as string);
	if (credential.signingSecrets.length === 0) {
		throw new NodeOperationError(this.getNode(), 'The credential is missing the signing secret', {
			description:
				"Without it, a delivery from the gateway can't be told from a forged one. Fill in Signing Secret in the Business Messaging API credential.",
		});
	}
	await registerWebhook(await registrationOf(this));
	return true;
}

async function deleteWebhook(this: IHookFunctions): Promise<boolean> {
	await unregisterWebhook(await registrationOf(this));
	return true;
}

export { deleteWebhook as delete };
