import type { RecipientStep } from '../../engine/campaigns/recipient-states';
import { statesBefore } from '../../engine/campaigns/recipient-states';
import type { SendPricing } from '../../engine/pricing';
import type { StoredRecipient } from '../../engine/store/recipients';
import type { SendRecord } from '../../engine/store/store';

/** A send, as its table has it. One of a campaign has its recipient's columns too. */
export interface SendRow {
	key: string;
	channel: string;
	contact: string;
	action: SendRecord['action'];
	template_name: string | null;
	template_language: string | null;
	category: string | null;
	opens: number;
	state: SendRecord['state'];
	at: number;
	message_id: string | null;
	outcome: string | null;
	campaign: string | null;
	once_in: string | null;
	recipient: string | null;
	content: string | null;
	due: number | null;
	token: string | null;
	refusals: number;
	rule: string | null;
	reason: string | null;
	pricing: string | null;
	failure_rule: string | null;
	failure_reason: string | null;
	no_trace: number | null;
	reserved: number | null;
	reserved_for: string | null;
	settled: number | null;
}

/** Forgets why it wasn't known what became of a send. */
export const NO_LONGER_LOST = ['failure_rule', 'failure_reason']
	.map((column) => `${column} = CASE WHEN send.state = 'unconfirmed' THEN NULL ELSE send.${column} END`)
	.join(', ');

/** Why a send is as it is: what a failure says comes first. */
export const ruleOf = ({ failure_rule, rule }: SendRow): string | null => failure_rule ?? rule;

const reasonOf = ({ failure_reason, reason }: SendRow): string | null => failure_reason ?? reason;

/** A recipient that waits for another try still has the ID of the message that failed, by which its statuses find it. */
export const messageIdOf = ({ message_id: id, at }: SendRow): string | undefined =>
	id !== null && at > 0 ? id : undefined;

/** What every send has. */
const toCommon = (row: SendRow) => ({
	key: row.key,
	contact: row.contact,
	state: row.state,
	action: row.action,
	at: row.at,
	...(row.template_name !== null && {
		template: { name: row.template_name, language: row.template_language ?? '' },
	}),
	...(row.category !== null && { category: row.category }),
	...(row.due !== null && { due: row.due }),
	...(messageIdOf(row) !== undefined && { messageId: messageIdOf(row)! }),
	...(reasonOf(row) !== null && { reason: reasonOf(row)! }),
	...(row.pricing !== null && { pricing: JSON.parse(row.pricing) as SendPricing }),
});

export const toSend = (row: SendRow): SendRecord => ({
	...toCommon(row),
	channel: row.channel,
	...(row.opens === 1 && { opens: true }),
	...(row.outcome !== null && { outcome: JSON.parse(row.outcome) as unknown }),
	...(row.campaign !== null && { campaign: row.campaign }),
});

export const toRecipient = (row: SendRow): StoredRecipient => ({
	...toCommon(row),
	campaign: row.campaign!,
	recipient: row.recipient!,
	content: JSON.parse(row.content!) as unknown,
	refusals: row.refusals,
	...(row.state === 'unconfirmed' && row.no_trace === 1 && { noTrace: true as const }),
	...(ruleOf(row) !== null && { rule: ruleOf(row)! }),
});

/** A condition that a send is of a campaign: of the ID, and of the number. */
export const OF_CAMPAIGN = 'campaign = ? AND channel = ?';

/** A condition that a send is in a state that a step moves on from. */
export const isBefore = (step: RecipientStep) =>
	`send.state IN (${[...new Set(statesBefore(step))].map((state) => `'${state}'`).join(', ')})`;
