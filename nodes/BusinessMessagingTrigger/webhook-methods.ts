import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { errorText } from '../../base';
import { GatewayError } from '../../gateway';
import { isRegistered, registerWebhook, staysRegistered, unregisterWebhook } from '../../receiver';
import { connect } from '../shared/connect';
import type { Credential } from '../shared/credential';
import { credentialsOf, listNumbers } from '../shared/credential';
import { refuseUnknownReactions } from '../shared/events/choose-events';
import { sharedStore, storeUrl } from '../shared/shared-store';
import { BEGUN_ANEW } from './begun-anew';
import { refuseForwarding } from './forwarding';
import { untilRegistered } from './keep-registered';
import type { Numbers } from './numbers';
import { numbersOf } from './numbers';
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
	const url = urlOf(this);
	try {
		for (const number of await numbersOf(this)) {
			const registration = await registrationOf(this, url, number);
			if (!(await (isBegunAnew ? staysRegistered(registration) : isRegistered(registration)))) return false;
		}
		keptBy(this).webhookUrl = url;
		return true;
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

/** Points the webhook of each number at the trigger. @returns the numbers that it failed for, and why */
async function registerEach(
	context: IHookFunctions,
	numbers: Numbers,
): Promise<Array<{ error: Error; why: string }>> {
	const ended = await Promise.allSettled(
		numbers.map(async (number) => registerWebhook(await registrationOf(context, urlOf(context), number))),
	);
	return ended.flatMap((end, index) => {
		if (end.status === 'fulfilled') return [];
		const error = end.reason as Error;
		const why = numbers.length === 1 ? errorText(error) : `${numbers[index]!.channel}: ${errorText(error)}`;
		return [{ error, why }];
	});
}

/** Registers nothing. Mistakes in the form and the credential fail the publication, as they do otherwise. */
async function share(context: IHookFunctions, numbers: Numbers): Promise<true> {
	silenceOf(context);
	if ((await whyNoStore(numbers[0])) !== undefined) return true;
	await connect(context, optionsOf(context).policy, { credential: numbers[0] });
	try {
		await refuseSilence(context, numbers);
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
	const numbers = await numbersOf(this);
	if (sharesNumber(this)) return share(this, numbers);
	const [credential] = numbers;
	const silent = numbers.filter(({ signingSecrets }) => signingSecrets.length === 0);
	if (silent.length > 0) {
		const forNumbers = numbers.length === 1 ? '' : ` for ${listNumbers(silent)}`;
		throw new NodeOperationError(
			this.getNode(),
			`The trigger needs a Signing Secret${forNumbers}. Enter it in the Business Messaging API credential, then try again.`,
			{
				description: `Without it, a forged delivery looks like one from the gateway.${numbers.length === 1 ? '' : ' To leave numbers out that only send, choose the others in Numbers.'}`,
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
	const failures = await registerEach(this, numbers);
	const [failure] = failures;
	// If one number can't be registered, the others can: the trigger reports that one, and tries it again.
	if (failure && failures.length < numbers.length) return isTest || leaveToTrigger(this, failure.why);
	if (failure && !isTest && isGatewayAway(failure.error)) return leaveToTrigger(this, failure.why);
	if (failure)
		throw numbers.length === 1 ? failure.error : new NodeOperationError(this.getNode(), failure.why);
	keptBy(this).webhookUrl = urlOf(this);
	return true;
}

async function deleteWebhook(this: IHookFunctions): Promise<boolean> {
	delete keptBy(this).webhookUrl;
	if (this.getMode() !== 'manual') await untilRegistered(placeOf(this));
	const url = urlOf(this);
	// One that fails stops no other. n8n tries again.
	const ended = await Promise.allSettled(
		(await credentialsOf(this)).map(async (number) =>
			unregisterWebhook(await registrationOf(this, url, number)),
		),
	);
	const failed = ended.find((end) => end.status === 'rejected');
	return failed ? Promise.reject(failed.reason as Error) : true;
}

export { deleteWebhook as delete };
