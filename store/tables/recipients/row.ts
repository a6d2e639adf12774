import type { RecipientState, RecipientStep } from '../../../engine/campaigns/recipient-states';
import { statesBefore } from '../../../engine/campaigns/recipient-states';
import type { StoredRecipient } from '../../../engine/store/campaigns';

export interface RecipientRow {
	key: string;
	channel: string;
	contact: string;
	action: StoredRecipient['action'];
	template_name: string | null;
	template_language: string | null;
	category: string | null;
	state: RecipientState;
	at: number;
	message_id: string | null;
	campaign: string;
	recipient: string;
	content: string;
	due: number | null;
	refusals: number;
	rule: string | null;
	reason: string | null;
}

export const toRecipient = (row: RecipientRow): StoredRecipient => ({
	campaign: row.campaign,
	recipient: row.recipient,
	key: row.key,
	contact: row.contact,
	state: row.state,
	action: row.action,
	...(row.template_name !== null && {
		template: { name: row.template_name, language: row.template_language ?? '' },
	}),
	...(row.category !== null && { category: row.category }),
	content: JSON.parse(row.content) as unknown,
	...(row.due !== null && { due: row.due }),
	at: row.at,
	...(row.message_id !== null && { messageId: row.message_id }),
	refusals: row.refusals,
	...(row.rule !== null && { rule: row.rule }),
	...(row.reason !== null && { reason: row.reason }),
});

/** A condition that a send is in a state that a step goes on from. */
export const isBefore = (step: RecipientStep) =>
	`send.state IN (${[...new Set(statesBefore(step))].map((state) => `'${state}'`).join(', ')})`;
