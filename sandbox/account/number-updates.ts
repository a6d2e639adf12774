import type { World } from '../world';
import type { AccountEvent } from './account-event';

const update = (field: string, details: object): AccountEvent => ({
	field,
	value: ({ account }: World) => ({ display_phone_number: account.displayPhoneNumber, ...details }),
});

/** Changes of the number. Facts 2026, §8 and §1. */
export const numberUpdates: Readonly<Record<string, AccountEvent>> = {
	flagged: update('phone_number_quality_update', {
		event: 'FLAGGED',
		max_daily_conversations_per_business: 'TIER_2K',
	}),
	throughputUpgraded: update('phone_number_quality_update', {
		event: 'THROUGHPUT_UPGRADE',
		max_daily_conversations_per_business: 'TIER_UNLIMITED',
	}),
	name: update('phone_number_name_update', {
		decision: 'APPROVED',
		requested_verified_name: 'Tea shop',
		rejection_reason: null,
	}),
	pinChanged: update('security', { event: 'PIN_CHANGED' }),
	username: update('business_username_updates', { username: 'teashop', status: 'approved' }),
};
