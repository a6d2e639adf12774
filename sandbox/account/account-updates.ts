import type { World } from '../world';
import type { AccountEvent } from './account-event';

const WEEK_SECONDS = 7 * 24 * 60 * 60;

const update = (event: string, details: (world: World) => object = () => ({})): AccountEvent => ({
	field: 'account_update',
	value: (world) => ({ event, ...details(world) }),
});

const ban = (state: string) =>
	update('DISABLED_UPDATE', ({ clock }) => ({
		ban_info: { waba_ban_state: state, waba_ban_date: longDate(clock.now()) },
	}));

/** Changes of the account. Facts 2026, §8 and §4. */
export const accountUpdates: Readonly<Record<string, AccountEvent>> = {
	restricted: update('ACCOUNT_RESTRICTION', ({ clock }) => ({
		restriction_info: [
			{
				restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
				expiration: clock.seconds() + WEEK_SECONDS,
				remediation: 'Wait until the restriction ends.',
			},
		],
	})),
	violation: update('ACCOUNT_VIOLATION', () => ({ violation_info: { violation_type: 'SPAM' } })),
	disabled: ban('DISABLE'),
	reinstated: ban('REINSTATE'),
	disableScheduled: ban('SCHEDULE_FOR_DISABLE'),
	deleted: update('ACCOUNT_DELETED'),
	offboarded: update('ACCOUNT_OFFBOARDED'),
	reconnected: update('ACCOUNT_RECONNECTED'),
	disconnected: update('PARTNER_REMOVED', () => ({
		disconnection_info: { reason: 'ACCOUNT_DISCONNECTED', initiated_by: 'BUSINESS' },
	})),
	pricingTier: update('VOLUME_BASED_PRICING_TIER_UPDATE', ({ clock }) => ({
		volume_tier_info: {
			tier_update_time: clock.seconds(),
			pricing_category: 'UTILITY',
			tier: '25000:100000',
			effective_month: new Date(clock.now()).toISOString().slice(0, 7),
			region: 'Germany',
		},
	})),
	limit: {
		field: 'business_capability_update',
		value: () => ({
			max_daily_conversations_per_business: 'TIER_10K',
			max_phone_numbers_per_business: 25,
		}),
	},
	review: { field: 'account_review_update', value: () => ({ decision: 'APPROVED' }) },
	alert: {
		field: 'account_alerts',
		value: ({ account }) => ({
			entity_type: 'PHONE_NUMBER',
			entity_id: account.phoneNumberId,
			alert_info: {
				alert_severity: 'WARNING',
				alert_status: 'ACTIVE',
				alert_type: 'PROFILE_PICTURE_LOST',
				alert_description: 'The profile picture was lost.',
			},
		}),
	},
	errors: {
		field: 'messages',
		value: () => ({
			messaging_product: 'whatsapp',
			errors: [{ code: 131000, title: 'Something went wrong', message: 'Something went wrong' }],
		}),
	},
};

/** A date as the platform writes it: `April 17, 2025`. */
function longDate(ms: number): string {
	return new Date(ms).toLocaleDateString('en-US', {
		year: 'numeric',
		month: 'long',
		day: 'numeric',
		timeZone: 'UTC',
	});
}
