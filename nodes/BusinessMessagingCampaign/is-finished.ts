import type { RecipientState } from '../../engine';
import type { Campaign, Campaigns } from '../../sending';

/** The states of recipients that something is still sent to. */
const LEFT: RecipientState[] = ['planned', 'claimed', 'sending', 'held'];

/** Whether a campaign has recipients, and nothing more is sent to any of them. */
export async function isFinished(
	campaigns: Pick<Campaigns, 'recipients'>,
	{ id, channel }: Pick<Campaign, 'id' | 'channel'>,
): Promise<boolean> {
	const has = async (state?: RecipientState[]) => {
		const { recipients } = await campaigns.recipients(id, { channel, ...(state && { state }), limit: 1 });
		return recipients.length > 0;
	};
	return !(await has(LEFT)) && (await has());
}
