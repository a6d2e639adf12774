import type { IDataObject, INodeProperties, ITriggerFunctions, IWebhookFunctions } from 'n8n-workflow';
import type { Runtime } from '../../base';
import { HOUR, systemRuntime } from '../../base';
import type { Receipt, Tell } from '../../receiver';
import { tellOfIneffective, withoutFloods } from '../../receiver';
import { logTo } from '../shared/trouble';

/** Whose deliveries count that come to the trigger's URL, besides those of the credential's number. */
export type OtherNumbers = 'refuse' | 'account' | 'all';

export const otherNumbers: INodeProperties = {
	displayName: 'Other Numbers',
	name: 'otherNumbers',
	type: 'options',
	options: [
		{
			name: 'Keep as Unknown',
			value: 'refuse',
			description: 'Events of other numbers and accounts change nothing and start nothing',
		},
		{
			name: 'Take In All',
			value: 'all',
			description:
				'Whoever has the Signing Secret can change the conversations of every number and the templates of every account in the store',
		},
		{
			name: 'Take In Those of the Account',
			value: 'account',
			description: "Events of all numbers of the credential's account count and start the workflow",
		},
	],
	default: 'refuse',
	description:
		'What to do with events of other numbers than the one of the credential, if several numbers deliver to the same URL',
};

/** The field that names whose events were refused. Nobody sees it: the execution makes a hint of it. */
export const REFUSED = 'refusedOwners';

/** What happened to events of others, and what to do. */
export const sentenceOf = (owners: readonly string[]) =>
	`Events of ${owners.join(', ')} came to the URL of this trigger. They are kept as unknown, and change and start nothing, because the credential is for another number or account. If they share the URL, set Other Numbers in the trigger's options. If the account is the number's own, enter its ID as Account ID in the credential.`;

/** How long the executions of a trigger say what it refused. ms */
const SAID_FOR = HOUR;

type Context = Pick<
	IWebhookFunctions | ITriggerFunctions,
	'getNode' | 'getNodeParameter' | 'getWorkflow' | 'logger'
>;

interface Refused {
	owners: readonly string[];
	/** Of the monotonic clock. ms */
	at: number;
	tell: Tell;
}

/** Remembers whose events each trigger of this process refused lately, so that people hear of it. */
export function createRefusals({ monotonic, after }: Pick<Runtime, 'monotonic' | 'after'>) {
	const byPlace = new Map<string, Refused>();
	/** The option is part of it: if another one is chosen, what was refused before isn't worth telling any more. */
	const placeOf = (context: Context) =>
		JSON.stringify([
			context.getWorkflow().id,
			context.getNode().id,
			context.getNodeParameter('options.otherNumbers', 'refuse'),
		]);

	return {
		/** Notes what was refused of a delivery, and tells of it in n8n's log. */
		note(
			context: Context,
			{ beyondOwners, tooOld, unclear = [] }: Pick<Receipt, 'beyondOwners' | 'tooOld'> & Partial<Receipt>,
		): void {
			if (beyondOwners.length === 0 && tooOld === 0 && unclear.length === 0) return;
			const place = placeOf(context);
			const known = byPlace.get(place);
			const { tell } = known ?? withoutFloods(logTo(context), { after });
			const latest = beyondOwners.length > 0 ? { owners: beyondOwners, at: monotonic() } : known;
			byPlace.set(place, { owners: [], at: 0, ...latest, tell });
			tellOfIneffective(tell, { unclear, tooOld });
			if (beyondOwners.length === 0) return;
			const message = sentenceOf(beyondOwners);
			tell('beyond-secret', { level: 'warn', event: 'beyond-secret', message });
		},

		/** What an item says of it, until `execute` turns it into a hint; nothing if nothing was refused lately. */
		fieldOf(context: Context): IDataObject {
			const refused = byPlace.size === 0 ? undefined : byPlace.get(placeOf(context));
			if (!refused || refused.owners.length === 0 || monotonic() - refused.at >= SAID_FOR) return {};
			return { [REFUSED]: [...refused.owners] };
		},
	};
}

export const refusals = createRefusals(systemRuntime);
