import type { IDataObject } from 'n8n-workflow';
import type { AccountTemplate, NumberRate } from '../../../engine';
import { customersOfLimit } from '../../../platform';
import { accountOfNumber, readMessagingLimit, readNumberQuality, storedTemplates } from '../../../engine';
import type { GatewayClient } from '../../../gateway';
import { lookAtWebhook } from '../../../receiver';
import { connect } from '../../shared/connect';
import type { Operation } from '../../shared/operation';
import { perItem } from '../../shared/operation';
import { isoTime } from '../../shared/times';

type Health = Awaited<ReturnType<GatewayClient['health']['get']>>;
type Webhook = Awaited<ReturnType<typeof lookAtWebhook>>;

const STOPPED: ReadonlyArray<AccountTemplate['state']> = ['paused', 'disabled'];

/** What the gateway says is wrong with the number, its account, and its business. */
const errorsOf = (health: Health): IDataObject[] =>
	(health?.entities ?? []).flatMap(({ entity_type: of, id, errors = [] }) =>
		errors.map(({ error_code: code, error_description: text, possible_solution: solution }) => ({
			of,
			id,
			code: code ?? null,
			text: text ?? null,
			solution: solution ?? null,
		})),
	);

function webhookJson({ url, ours, owner }: Webhook): IDataObject {
	const state = url === '' ? 'none' : ours ? 'ours' : 'foreign';
	return { state, url: url || null, workflow: owner?.name ?? null };
}

const templateJson = ({ name, language, state, reason, pauseEndsAt }: AccountTemplate): IDataObject => ({
	name,
	language,
	state,
	reason: reason ?? null,
	pauseEndsAt: isoTime(pauseEndsAt),
});

interface Found {
	canSend: string | undefined;
	rate: NumberRate;
	stopped: readonly AccountTemplate[];
	webhook: IDataObject;
	quality: string | undefined;
}

/** What a person has to look at, each a sentence. */
function problemsOf({ canSend, rate, stopped, webhook, quality }: Found): string[] {
	return [
		canSend !== undefined &&
			canSend !== 'AVAILABLE' &&
			`The gateway says that this number can't send as usual: ${canSend}.`,
		rate.haltedFor > 0 && `The number sends nothing for a while. ${rate.why ?? ''}`.trim(),
		webhook.state === 'none' && 'The number delivers nowhere. Publish a workflow with a trigger.',
		webhook.state === 'foreign' &&
			"The number delivers to a URL that isn't a trigger's. If that's wrong, run Webhook: Check and Repair.",
		quality === 'FLAGGED' &&
			'The platform has flagged the quality of the number. Customers block or report its messages.',
		...stopped.map(({ name, language, state }) => `The template ${name} (${language}) is ${state}.`),
	].filter((problem): problem is string => Boolean(problem));
}

/** What a person has to look at, or that nothing is wrong. */
function hintOf(found: readonly IDataObject[]): string | undefined {
	const numbers = found.filter(({ problems }) => Array.isArray(problems));
	const all = numbers.flatMap(({ number, problems }) =>
		(problems as string[]).map((problem) => (found.length === 1 ? problem : `${String(number)}: ${problem}`)),
	);
	if (all.length > 0) return all.join(' ');
	if (numbers.length !== 1) return undefined;
	const [{ messagesPerSecond, webhook, quality }] = numbers as [IDataObject];
	const { workflow } = webhook as IDataObject;
	return [
		`Nothing is wrong with the number. It sends up to ${String(messagesPerSecond)} messages a second${workflow === null ? '' : `, and the workflow “${String(workflow)}” receives for it`}.`,
		...(quality === null ? ['The platform reports quality and limit only when they change.'] : []),
	].join(' ');
}

/** Gets whether the credential's number can send and receive, and what limits it. */
export const getHealth: Operation = {
	value: 'getHealth',
	name: 'Get Health',
	description:
		'Get whether the number can send and receive: its quality, limit, rate, webhook, and paused templates',
	action: 'Get the health of a number',
	numbers: 'all',
	hint: hintOf,
	forEachItem: perItem({ open: connect }, async ({ credential, engine, gateway, store }) => {
		const { channel } = credential;
		const now = await engine.now(channel);
		const account = credential.account ?? (await accountOfNumber(store, channel));
		const health = await gateway.health.get();
		const own = health?.entities.find(({ id }) => id === channel);
		const canSend = own?.can_send_message ?? health?.can_send_message;
		const rate = await store.rates.read(channel);
		const webhook = webhookJson(await lookAtWebhook({ store, webhook: gateway.webhook, channel }));
		const quality = await readNumberQuality(store, channel);
		const limit = account === undefined ? undefined : await readMessagingLimit(store, account);
		const customers = limit === undefined ? undefined : customersOfLimit(limit);
		const stopped = (await storedTemplates(store, now)).filter(
			(template) => [account, channel].includes(template.account) && STOPPED.includes(template.state),
		);
		const problems = problemsOf({ canSend, rate, stopped, webhook, quality: quality?.event });
		return {
			json: {
				number: channel,
				account: account ?? null,
				healthy: problems.length === 0,
				problems,
				canSend: canSend ?? null,
				errors: errorsOf(health),
				quality: quality?.event ?? null,
				qualityAt: isoTime(quality?.at),
				limit: limit ?? null,
				newCustomersPerDay: customers === undefined || customers === Infinity ? null : customers,
				messagesPerSecond: rate.perSecond,
				speed: rate.speed,
				haltedUntil: rate.haltedFor > 0 ? isoTime(now + rate.haltedFor) : null,
				haltedBecause: rate.why ?? null,
				webhook,
				stoppedTemplates: stopped.map(templateJson),
			},
		};
	}),
};
