import { channelFlag } from '../flags';

/** Which campaign. */
export const campaignWord = { name: 'ID', needed: 'the ID of a campaign' };

/** Whose campaign. */
export const ofNumber = channelFlag(
	'The phone number ID. Needed if several numbers have a campaign with this ID',
);
