import { DAY, SECOND } from '../../base';
import { dayIn, monthOf } from '../billing/calendar';
import { ControlError } from '../control/method';
import type { World } from '../world';

/** An event about the account or its number: its field, and a sample of its value. */
interface AccountEvent {
	readonly field: string;
	readonly value: (world: World) => Readonly<Record<string, unknown>>;
}

const WEEK_SECONDS = (7 * DAY) / SECOND;

const accountUpdate = (event: string, details: (world: World) => object = () => ({})): AccountEvent => ({
	field: 'account_update',
	value: (world) => ({ event, ...details(world) }),
});

const ban = (state: string) =>
	accountUpdate('DISABLED_UPDATE', ({ clock }) => ({
		ban_info: { waba_ban_state: state, waba_ban_date: longDate(clock.now()) },
	}));

/** Changes of the account (docs/interface.md, Number and account). */
const accountUpdates: Readonly<Record<string, AccountEvent>> = {
	restricted: accountUpdate('ACCOUNT_RESTRICTION', ({ clock }) => ({
		restriction_info: [
			{
				restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING',
				expiration: clock.seconds() + WEEK_SECONDS,
				remediation: 'Wait until the restriction ends.',
			},
		],
	})),
	violation: accountUpdate('ACCOUNT_VIOLATION', () => ({ violation_info: { violation_type: 'SPAM' } })),
	disabled: ban('DISABLE'),
	reinstated: ban('REINSTATE'),
	disableScheduled: ban('SCHEDULE_FOR_DISABLE'),
	deleted: accountUpdate('ACCOUNT_DELETED'),
	offboarded: accountUpdate('ACCOUNT_OFFBOARDED'),
	reconnected: accountUpdate('ACCOUNT_RECONNECTED'),
	disconnected: accountUpdate('PARTNER_REMOVED', () => ({
		disconnection_info: { reason: 'ACCOUNT_DISCONNECTED', initiated_by: 'BUSINESS' },
	})),
	pricingTier: accountUpdate('VOLUME_BASED_PRICING_TIER_UPDATE', ({ clock, settings }) => ({
		volume_tier_info: {
			tier_update_time: clock.seconds(),
			pricing_category: 'UTILITY',
			tier: '25001:100000',
			effective_month: monthOf(dayIn(settings.timeZone, clock.now())),
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

const numberUpdate = (field: string, details: object): AccountEvent => ({
	field,
	value: ({ account }: World) => ({ display_phone_number: account.displayPhoneNumber, ...details }),
});

/** Changes of the number (docs/interface.md, Number and account; User IDs). */
const numberUpdates: Readonly<Record<string, AccountEvent>> = {
	flagged: numberUpdate('phone_number_quality_update', {
		event: 'FLAGGED',
		max_daily_conversations_per_business: 'TIER_2K',
	}),
	throughputUpgraded: numberUpdate('phone_number_quality_update', {
		event: 'THROUGHPUT_UPGRADE',
		max_daily_conversations_per_business: 'TIER_UNLIMITED',
	}),
	name: numberUpdate('phone_number_name_update', {
		decision: 'APPROVED',
		requested_verified_name: 'Tea shop',
		rejection_reason: null,
	}),
	pinChanged: numberUpdate('security', { event: 'PIN_CHANGED' }),
	username: numberUpdate('business_username_updates', { username: 'teashop', status: 'approved' }),
};

const EVENTS: Readonly<Record<string, AccountEvent>> = { ...accountUpdates, ...numberUpdates };

/**
 * Emits an event about the account or its number. `value` replaces fields of the sample. None has `metadata`: they are
 * routed by `entry[].id` and the display number (docs/interface.md, Number and account).
 */
export function emitAccountEvent(world: World, kind: string, value: object = {}): void {
	const event = Object.hasOwn(EVENTS, kind) ? EVENTS[kind] : undefined;
	if (event === undefined) {
		throw new ControlError(`kind must be one of ${Object.keys(EVENTS).join(', ')}, got ${kind}`);
	}
	world.webhooks.emit({
		field: event.field,
		conversation: 'account',
		value: { ...event.value(world), ...value },
	});
}
