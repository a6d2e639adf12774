import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText } from '../../base';
import { GatewayError } from '../../gateway';
import { isRegistered, registerWebhook, staysRegistered, unregisterWebhook } from '../../receiver';
import { connect } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { credentialOf } from '../shared/credential';
import { refuseUnknownReactions } from '../shared/events/choose-events';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { BEGUN_ANEW } from './begun-anew';
import { refuseForwarding } from './forwarding';
import { untilRegistered } from './keep-registered';
import { optionsOf, silenceOf } from './read-options';
import { keptBy, placeOf, registrationOf } from './registration';
import { refuseSilence, sharesNumber } from './sharing';

const urlOf = (context: IHookFunctions) => context.getNodeWebhookUrl('default')!;

/** `trigger()` registers the URL as soon as it can. */
function leaveToTrigger(context: IHookFunctions, why: unknown): true {
	keptBy(context).webhookUrl = urlOf(context);
	context.logger.warn(`The webhook isn't registered yet: ${errorText(why)}`);
	return true;
}

/**
 * Whether the webhook need not be registered. What was published stays registered through restarts, also if the gateway
 * or the store isn't there just then: n8n would give the trigger up after some tries.
 */
export async function checkExists(this: IHookFunctions): Promise<boolean> {
	if (sharesNumber(this)) return false;
	const isBegunAnew = BEGUN_ANEW.has(this.getActivationMode());
	try {
		const registration = await registrationOf(this, urlOf(this));
		const exists = await (isBegunAnew ? staysRegistered(registration) : isRegistered(registration));
		if (exists) keptBy(this).webhookUrl = registration.url;
		return exists;
	} catch (error) {
		return isBegunAnew ? leaveToTrigger(this, error) : false;
	}
}

/** Why the store can't be opened now; `undefined` if it is open. @throws if its URL is none */
async function whyNoStore({ store: url }: Credential): Promise<unknown> {
	try {
		await (await sharedStore(storeUrl(url))).check();
		return undefined;
	} catch (error) {
		if (error instanceof Error && error.name === 'InvalidStoreUrl') return Promise.reject(error);
		return error;
	}
}

const [REQUEST_TIMEOUT, TOO_MANY_REQUESTS, SERVER_ERROR] = [408, 429, 500];

/** Whether the gateway doesn't answer, or only that it can't now. */
function isGatewayAway(error: unknown): boolean {
	if (!(error instanceof GatewayError)) return false;
	const { status = SERVER_ERROR } = error;
	return status >= SERVER_ERROR || status === REQUEST_TIMEOUT || status === TOO_MANY_REQUESTS;
}

/** Registers nothing. Mistakes in the form and the credential fail the publication, as they do otherwise. */
async function share(context: IHookFunctions, credential: Credential): Promise<true> {
	silenceOf(context);
	if ((await whyNoStore(credential)) !== undefined) return true;
	const connected = await connect(context, optionsOf(context).policy, { credential });
	try {
		await refuseSilence(context, connected);
	} catch (error) {
		if (!isGatewayAway(error)) return Promise.reject(error as Error);
	}
	return true;
}

/**
 * Registers the webhook. Mistakes in the form and the credential fail the publication. If the store or the gateway isn't
 * there, n8n would give the trigger up after some tries, also over restarts: then the trigger registers it later.
 */
export async function create(this: IHookFunctions): Promise<boolean> {
	const credential = await credentialOf(this);
	if (sharesNumber(this)) return share(this, credential);
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
	const isTest = this.getMode() === 'manual';
	const noStore = isTest ? undefined : await whyNoStore(credential);
	if (noStore !== undefined) return leaveToTrigger(this, noStore);
	const options = optionsOf(this);
	const { store } = await connect(this, options.policy, { credential });
	if (isTest) await refuseUnknownReactions(store, options);
	try {
		await registerWebhook(await registrationOf(this, urlOf(this)));
	} catch (error) {
		if (!isTest && isGatewayAway(error)) return leaveToTrigger(this, error);
		return Promise.reject(error as Error);
	}
	keptBy(this).webhookUrl = urlOf(this);
	return true;
}

async function deleteWebhook(this: IHookFunctions): Promise<boolean> {
	delete keptBy(this).webhookUrl;
	if (this.getMode() !== 'manual') await untilRegistered(placeOf(this));
	await unregisterWebhook(await registrationOf(this, urlOf(this)));
	return true;
}

export { deleteWebhook as delete };
